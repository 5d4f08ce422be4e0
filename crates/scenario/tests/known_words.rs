//! README.md tells every word of the format, and its examples are in order.

use lockstep_lock::Algorithm;
use lockstep_scenario::{
    Cast, Choice, Condition, Faults, Guard, NodeEvent, Player, Program, Property, Scenario,
    Schedule, Word, script_host,
};
use std::collections::BTreeSet;
use std::rc::Rc;

const README: &str = include_str!("../README.md");

/// The fenced blocks in this language.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    README.split(&*fence).skip(1).filter_map(|rest| rest.split("\n```").next()).collect()
}

/// What stands between backticks in a text.
fn quoted(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The text without the blocks.
fn prose() -> String {
    README.split("```").step_by(2).collect()
}

fn assert_told(name: &str) {
    let quotes = quoted(&prose());
    let told = quotes.iter().any(|quote| {
        quote.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == name)
    });
    assert!(told, "README.md does not tell of `{name}`");
}

#[test]
fn every_scenario_in_it_is_in_order() {
    let scenarios = blocks("toml");
    assert_eq!(scenarios.len(), 2);
    for text in scenarios {
        let scenario: Scenario = toml::from_str(text).unwrap_or_else(|e| panic!("{text}\n{e}"));
        Cast::new(&scenario).unwrap_or_else(|e| panic!("{text}\n{e}"));
    }
}

#[test]
fn its_schedule_breaks_what_it_says() {
    let scenario: Scenario = toml::from_str(blocks("toml")[0]).expect("a scenario");
    let cast = Rc::new(Cast::new(&scenario).expect("a cast"));
    let schedule = Schedule::parse(blocks("schedule")[0], &cast).expect("a schedule");
    let mut player = Player::new(Rc::clone(&cast), script_host(), schedule);
    player.seek(usize::MAX);
    let events = player.timeline().last().map(|step| format!("{:?}", step.events));
    assert!(events.is_some_and(|events| events.contains("ForeignRelease")));
}

#[test]
fn its_program_has_every_word_guard_and_condition() {
    let program = Program::parse(blocks("program")[0]).expect("a program");
    let first = |line: &lockstep_scenario::Line| {
        line.text.split_whitespace().next().unwrap_or_default().to_owned()
    };
    let words: BTreeSet<_> = program.lines.iter().map(first).collect();
    for word in Program::WORDS {
        assert!(words.contains(*word), "the program in README.md does not have `{word}`");
        assert_told(word);
    }
    let (mut guards, mut conditions) = (BTreeSet::new(), BTreeSet::new());
    for line in &program.lines {
        match &line.word {
            Word::Write { guard, .. } => _ = guards.insert(guard_name(guard)),
            Word::If { condition, .. } => conditions_of(condition, &mut conditions),
            _ => {}
        }
    }
    assert_eq!(guards.len(), 4, "{guards:?}");
    assert_eq!(conditions.len(), 6, "{conditions:?}");
}

fn guard_name(guard: &Guard) -> &'static str {
    match guard {
        Guard::Blind => "blind",
        Guard::Unchanged => "unchanged",
        Guard::Where { .. } => "where",
        Guard::Fenced { .. } => "fenced",
    }
}

fn conditions_of(condition: &Condition, names: &mut BTreeSet<&'static str>) {
    let name = match condition {
        Condition::Not(condition) => {
            conditions_of(condition, names);
            "not"
        }
        Condition::Done => "done",
        Condition::Valid { .. } => "valid",
        Condition::ReplyIs { .. } => "reply is",
        Condition::Reply { .. } => "reply",
        Condition::Row { .. } => "row",
    };
    names.insert(name);
}

/// The choices that it tells of, read for a cast that has all of what they name.
#[test]
fn it_tells_every_choice() {
    let cast = |nodes: &str| {
        let text = format!("nodes = {nodes}\n[clients.A]\nprogram = 'think'");
        Cast::new(&toml::from_str(&text).expect("a scenario")).expect("a cast")
    };
    let casts = [cast("{ replicas = 1 }"), cast("{ independent = 2 }")];
    let quotes = quoted(&prose());
    let choices = quotes
        .iter()
        .flat_map(|quote| casts.iter().filter_map(move |cast| Choice::parse(quote, cast)));
    let kinds: BTreeSet<_> = choices.map(kind).collect();
    assert_eq!(kinds.len(), 18, "{kinds:?}");
}

fn kind(choice: Choice) -> &'static str {
    match choice {
        Choice::Client(_) => "client",
        Choice::Watchdog(_) => "watchdog",
        Choice::Time { .. } => "time",
        Choice::Crash(_) => "crash",
        Choice::LoseRequest(_) => "request-lost",
        Choice::LoseReply(_) => "reply-lost",
        Choice::LoseWatchdogRequest(_) => "watchdog-request-lost",
        Choice::LoseWatchdogReply(_) => "watchdog-reply-lost",
        Choice::ClockJump { by_ms, .. } if by_ms < 0 => "clock back",
        Choice::ClockJump { .. } => "clock ahead",
        Choice::Node(_, event) => match event {
            NodeEvent::Replicate { .. } => "replica",
            NodeEvent::Promote { .. } => "promote",
            NodeEvent::Down => "down",
            NodeEvent::Up => "up",
            NodeEvent::Restart => "restart",
            NodeEvent::Jump { .. } => "jump",
            NodeEvent::Cut(_) => "cut",
            NodeEvent::Join(_) => "join",
        },
    }
}

/// The words of the reader's errors around the keys.
const FILLING: &[&str] = &["", "expected", "one", "of", "or", "available", "keys"];

/// The keys are asked of the reader itself: what it would have expected.
#[test]
fn it_tells_every_key() {
    let places = [
        "zzz = 1\n[clients]",
        "clients = {}\nnodes = \"zzz\"",
        "clients = {}\ndisk = \"zzz\"",
        "clients = {}\nproperties = [\"zzz\"]",
        "clients = {}\n[faults]\nzzz = 1",
        "clients = {}\n[locks.a]\nzzz = 1",
        "clients = {}\n[locks.a]\nkey = \"k\"\nttl = \"1s\"\nalgorithm = \"zzz\"",
        "clients = {}\n[resources.a.zzz]",
        "clients = {}\n[resources.a.row]\nzzz = 1",
        "clients = {}\n[resources.a.queue]\nzzz = 1",
        "[clients.a]\nzzz = 1",
    ];
    for place in places {
        let error = toml::from_str::<Scenario>(place).expect_err(place);
        // What it found and did not know stands first.
        let words = error.message().split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let known: Vec<_> = words.skip_while(|word| *word != "zzz").skip(1).collect();
        let known = known.iter().filter(|word| !FILLING.contains(word));
        assert!(known.clone().count() > 0, "{place}: {error}");
        known.for_each(|key| assert_told(key));
    }
}

#[test]
fn it_tells_every_fault_property_and_algorithm() {
    Faults::names().for_each(assert_told);
    Property::all().iter().for_each(|property| assert_told(property.name()));
    assert_told(Algorithm::RedLock.name());
}
