//! An exploration in slices: none takes long, and all together say what one says.

use lockstep_scenario::{
    Answer, Cast, Explorer, Known, Limit, Limits, Property, Question, Scenario, script_host,
};

fn cast(text: &str) -> Cast {
    let scenario: Scenario = toml::from_str(text).expect("a scenario");
    Cast::new(&scenario).expect("a scenario in order")
}

#[test]
fn a_script_that_runs_for_long_ends_its_slice() {
    let check = |script: &str, least: u64, most: u64| {
        let program = format!("EVAL \"{script}\" 0");
        let text = format!("[clients]\nA.program = '{program}'\nB.program = '{program}'\n");
        let cast = cast(&text);
        let host = script_host();
        let mut explorer = Explorer::new(&cast, host.clone(), Question::of(&cast));
        let (mut longest, mut before, mut more) = (0, 0, true);
        while more {
            more = explorer.run(64);
            longest = longest.max(host.instructions() - before);
            before = host.instructions();
        }
        assert!((least..=most).contains(&longest), "{script}: {longest} instructions at once");
        assert_eq!(explorer.verdict().limit, None, "{script}");
    };
    // Of a state, each of the two clients can go on.
    check("while true do end", 50_000, 100_000);
    check("while true do pcall(error) end", 50_000, 100_000);
    check("return 1", 0, 400);
}

#[test]
fn slices_of_any_length_say_the_same() {
    for known in Known::all().filter(|known| known.states < 2_000) {
        let cast = cast(known.scenario);
        let faults = known.budget().expect(known.faults);
        let question =
            Question { faults, properties: Property::all(), all: true, ..Question::of(&cast) };
        let verdict = |states: usize| {
            let mut explorer = Explorer::new(&cast, script_host(), question.clone());
            while explorer.run(states) {}
            explorer.verdict()
        };
        let whole = verdict(usize::MAX);
        for states in [1, 7, 1000] {
            assert_eq!(verdict(states), whole, "{} in slices of {states}", known.file);
        }
    }
}

#[test]
fn memory_has_a_limit_that_is_told() {
    let check = |megabytes: u64, limit: Option<&str>| {
        let known = Known::all().find(|known| known.file == "deadlock_max_lease").expect("a row");
        let cast = cast(known.scenario);
        let limits = Limits { memory_bytes: megabytes << 20, ..Limits::default() };
        let question = Question { limits, ..known.question(&cast).expect(known.faults) };
        let mut explorer = Explorer::new(&cast, script_host(), question);
        explorer.finish_all();
        let verdict = explorer.verdict();
        assert_eq!(verdict.limit.map(|limit| limit.to_string()).as_deref(), limit);
        let is_open = |answer: &Answer| *answer == Answer::Open;
        assert_eq!(verdict.answers.iter().any(|(_, answer)| is_open(answer)), limit.is_some());
        assert!(limit.is_none() || explorer.memory() as u64 > megabytes << 20);
    };
    check(1, Some("not finished: 1 MB of memory are too few"));
    check(100, None);
    assert_eq!(Limit::Memory(5 << 30).to_string(), "not finished: 5120 MB of memory are too few");
}
