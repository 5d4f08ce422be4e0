//! Interchangeable clients change how many states there are, and nothing else.

use crate::random::{Small, small};
use crate::{Asked, shows};
use lockstep_scenario::{Answer, Cast, Faults, Known, Limits, Property, Question, Scenario};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestError, TestRunner};

/// How many scenarios are compared; `LOCKSTEP_TRUST_CASES` asks for more.
const CASES: u32 = 16;
/// An exploration is stopped after so many states.
const STATES: usize = 8_000;

/// An answer, with what it takes: faults and steps.
type Said = (Property, Option<(u32, usize)>, bool);

fn said(asked: &Asked) -> Vec<Said> {
    let answers = asked.verdict.answers.iter();
    let said = answers.map(|(property, answer)| match answer {
        Answer::Broken(found) => {
            (*property, Some((found.faults.total(), found.schedule.choices.len())), true)
        }
        Answer::Holds => (*property, None, true),
        Answer::Open => (*property, None, false),
    });
    said.collect()
}

/// How the same is answered with interchangeable clients; an error tells where
/// that is not the same.
fn compare(cast: &Cast, question: &Question) -> Result<Asked, String> {
    let apart = Asked::ask(cast, question.clone());
    let alike = Asked::ask(cast, Question { symmetry: true, ..question.clone() });
    if apart.verdict.states > question.limits.states {
        return Ok(alike);
    }
    if said(&apart) != said(&alike) {
        return Err(format!("{:?} apart, {:?} interchangeable", said(&apart), said(&alike)));
    }
    let (few, many) = (alike.verdict.states, apart.verdict.states);
    let whole = alike.verdict.limit.is_none();
    if few > many || (whole && alike.verdict.acquired != apart.verdict.acquired) {
        return Err(format!("{:?} after {:?}", alike.verdict, apart.verdict));
    }
    if alike.verdict.interchangeable.is_empty() && few != many {
        return Err(format!("nobody is interchangeable, and there are {few} states of {many}"));
    }
    for (property, answer) in &alike.verdict.answers {
        let Answer::Broken(found) = answer else { continue };
        if *property != Property::CanBeTakenAgain {
            shows(&alike.play(found), found)?;
        }
    }
    Ok(alike)
}

/// The same, with a program that all clients share.
fn shared_program() -> impl Strategy<Value = Small> {
    (small(), 2..=3usize).prop_map(|(mut small, clients)| {
        let program = small.scenario.clients.values().next().cloned().expect("a client");
        let names = ["A", "B", "C"].into_iter().take(clients);
        small.scenario.clients = names.map(|name| (name.to_owned(), program.clone())).collect();
        small
    })
}

#[test]
fn interchangeable_clients_get_the_same_answers() {
    let asked = std::env::var("LOCKSTEP_TRUST_CASES").ok();
    let cases = asked.map_or(CASES, |asked| asked.parse().expect("a number"));
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let (merged, broken) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    let result = TestRunner::new(config).run(&shared_program(), |small| {
        let cast = Cast::new(&small.scenario).expect("a scenario in order");
        let limits = Limits { states: STATES, ..Limits::default() };
        let question = Question { faults: small.faults, all: true, limits, ..Question::of(&cast) };
        let alike = compare(&cast, &question).map_err(TestCaseError::fail)?;
        merged.set(merged.get() + u32::from(!alike.verdict.interchangeable.is_empty()));
        broken.set(broken.get() + u32::from(alike.verdict.is_broken()));
        Ok(())
    });
    if let Err(TestError::Fail(reason, small)) = &result {
        let told = toml::to_string(&small.scenario).expect("a scenario is TOML");
        panic!("{reason}\nfaults: {}\n{told}", small.faults.in_words());
    }
    result.expect("enough scenarios");
    eprintln!("{cases} scenarios: interchangeable in {}, {} broken", merged.get(), broken.get());
    // A comparison in which nobody was interchangeable would show nothing.
    assert!(merged.get() >= cases / 3 && broken.get() >= cases / 10);
}

#[test]
fn what_is_known_is_found_with_interchangeable_clients() {
    let mut merged = 0;
    for known in Known::all() {
        let scenario = toml::from_str(known.scenario).expect(known.file);
        let cast = Cast::new(&scenario).expect(known.file);
        let question = known.question(&cast).expect(known.faults);
        let alike = compare(&cast, &question);
        let alike = alike.unwrap_or_else(|problem| panic!("{}: {problem}", known.file));
        merged += u32::from(!alike.verdict.interchangeable.is_empty());
    }
    assert!(merged >= 20, "only in {merged} scenarios are clients interchangeable");
}

/// How many states three clients have, apart and where they are interchangeable,
/// and how many are.
fn three(faults: &str) -> (usize, usize, usize) {
    let text = r#"
        locks.stock = { algorithm = "token", key = "lock:stock", ttl = "10s", retry = "1s" }
        [clients.A]
        program = """
acquire stock
enter shelf
work 5s
leave shelf
release stock"""
        [clients.B]
        like = "A"
        [clients.C]
        like = "A"
        "#;
    let scenario: Scenario = toml::from_str(text).unwrap_or_else(|error| panic!("{error}"));
    let cast = Cast::new(&scenario).expect("a scenario in order");
    let faults = Faults::parse(faults).expect("a budget");
    let question = Question { faults, properties: Vec::new(), ..Question::of(&cast) };
    let apart = Asked::ask(&cast, question.clone()).verdict;
    let alike = Asked::ask(&cast, Question { symmetry: true, ..question }).verdict;
    (apart.states, alike.states, alike.interchangeable.iter().map(Vec::len).sum())
}

#[test]
fn three_interchangeable_clients_have_about_a_sixth_of_the_states() {
    for faults in ["pauses=1", "pauses=1,crashes=1", "partitions=1", "lost_replies=2"] {
        let (apart, alike, clients) = three(faults);
        assert_eq!(clients, 3, "{faults}");
        assert!(alike * 4 < apart && alike * 6 >= apart, "{faults}: {alike} states of {apart}");
    }
}

/// A script may look at whose token it is that a lock holds.
#[test]
fn clients_are_told_apart_where_a_script_names_one() {
    let named = r#"
        locks.stock = { algorithm = "token", key = "lock:stock", ttl = "10s", retry = "1s" }
        [clients.A]
        program = """
acquire stock
EVAL \"return redis.call('GET', 'lock:stock') == 'NAME-1' and redis.call('SET', 'won', 1)\" 0
release stock"""
        [clients.B]
        like = "A"
        "#;
    let check = |name: &str, interchangeable: usize| {
        let scenario = toml::from_str(&named.replace("NAME", name)).expect("a scenario");
        let cast = Cast::new(&scenario).expect("a scenario in order");
        let alike = compare(&cast, &Question::of(&cast));
        let alike = alike.unwrap_or_else(|problem| panic!("{name}: {problem}"));
        assert_eq!(alike.verdict.interchangeable.len(), interchangeable, "{name}");
    };
    check("B", 0);
    check("X", 1);
}
