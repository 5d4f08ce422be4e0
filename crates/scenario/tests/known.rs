//! The explorer finds again what is known of the locks, and the README says it.

use lockstep_engine::ScriptHost;
use lockstep_scenario::{
    Answer, Cast, Expected, Explorer, Faults, Known, Language, Question, Verdict, script_host,
};
use std::path::Path;
use std::rc::Rc;

fn cast(known: &Known) -> Rc<Cast> {
    let scenario = toml::from_str(known.scenario).expect(known.file);
    Rc::new(Cast::new(&scenario).expect(known.file))
}

fn explored(cast: &Rc<Cast>, host: &Rc<ScriptHost>, question: Question) -> Verdict {
    let mut explorer = Explorer::new(cast, Rc::clone(host), question);
    explorer.finish_all();
    explorer.verdict()
}

/// How the explorer answers, in the words of the rows.
fn answer(known: &Known, verdict: &Verdict) -> (Faults, Option<Expected>) {
    match verdict.answer(known.property) {
        Some(Answer::Broken(found)) => {
            let steps = found.schedule.choices.len();
            (found.faults, Some(Expected::Breaks { steps }))
        }
        Some(Answer::Holds) => (verdict.faults, Some(Expected::Holds)),
        Some(Answer::Open) | None => (verdict.faults, None),
    }
}

#[test]
fn the_explorer_finds_what_is_known() {
    let host = script_host();
    let mut wrong = Vec::new();
    for known in Known::all() {
        let cast = cast(known);
        let budget = known.budget().expect(known.faults);
        let question = known.question(&cast).expect(known.faults);
        let verdict = explored(&cast, &host, question);
        let (faults, found) = answer(known, &verdict);
        if (faults, found, verdict.states) != (budget, Some(known.expected), known.states) {
            let (file, property, states) = (known.file, known.property, verdict.states);
            let faults = faults.in_words();
            wrong.push(format!(
                "{file}, {property}, {}: found {found:?} with {faults}, {states} states",
                known.faults
            ));
        }
    }
    assert!(wrong.is_empty(), "the explorer answers otherwise:\n{}", wrong.join("\n"));
}

/// A lock that is never granted keeps every promise.
#[test]
fn every_client_gets_the_lock_in_some_state() {
    let host = script_host();
    for known in Known::all() {
        let cast = cast(known);
        let nothing =
            Question { faults: Faults::default(), properties: Vec::new(), ..Question::of(&cast) };
        let verdict = explored(&cast, &host, nothing);
        let never: Vec<_> =
            verdict.never_acquired(&cast).iter().map(|c| cast.name(*c).to_owned()).collect();
        assert_eq!(never, [""; 0], "{}", known.file);
    }
}

#[test]
fn every_scenario_is_asked_about() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for file in std::fs::read_dir(here.join("scenarios")).expect("the scenarios") {
        let file = file.expect("a scenario").path();
        let name = file.file_stem().and_then(|name| name.to_str()).expect("a name");
        assert!(Known::all().any(|known| known.file == name), "no row asks about {name}");
    }
}

const BEGIN: &str = "<!-- known -->\n";
const END: &str = "<!-- /known -->";

#[test]
fn the_readmes_say_what_is_known() {
    let check = |file: &str, rows: &mut dyn Iterator<Item = &'static Known>, folder: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let text = std::fs::read_to_string(&path).expect(file);
        let (before, rest) = text.split_once(BEGIN).expect("a line <!-- known -->");
        let (block, after) = rest.split_once(END).expect("a line <!-- /known -->");
        let table = format!("\n{}\n", Known::markdown(rows, Language::English, folder));
        if std::env::var_os("LOCKSTEP_WRITE_README").is_some() {
            std::fs::write(&path, [before, BEGIN, &table, END, after].concat()).expect("written");
            return;
        }
        assert!(
            block == table,
            "{file} does not say what is known; LOCKSTEP_WRITE_README=1 cargo test -p \
             lockstep-scenario --test known writes it. It should be:\n{table}"
        );
    };
    let short = &mut Known::all().filter(|known| known.short);
    check("../../README.md", short, "crates/scenario/scenarios");
    check("README.md", &mut Known::all(), "scenarios");
}
