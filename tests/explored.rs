//! What the explorer finds happens on a real Redis too: each of its schedules
//! gets the same reply there at every step.

use crate::on_redis;
use lockstep_lock::Algorithm;
use lockstep_scenario::{
    Answer, Cast, ClientSpec, Explorer, Faults, LockSpec, Player, Property, Question, ResourceSpec,
    Scenario, Schedule, script_host,
};
use std::collections::BTreeMap;
use std::rc::Rc;

const SHOP: &str = "acquire stock\nenter shelf\nread row\nwork 5s\nwrite row = row - 1\n\
                    leave shelf\nrelease stock";

fn scenario(lock: LockSpec, clients: &[(&str, &str)]) -> Scenario {
    let client = |program: &str| ClientSpec { program: program.to_owned(), like: None };
    let clients = clients.iter().map(|(name, program)| ((*name).to_owned(), client(program)));
    let row = ResourceSpec::Row { value: 2, min: Some(0), max: None, fenced: false };
    Scenario {
        locks: BTreeMap::from([("stock".to_owned(), lock)]),
        resources: BTreeMap::from([("row".to_owned(), row)]),
        clients: clients.collect(),
        properties: Property::all(),
        ..Scenario::default()
    }
}

fn lock(algorithm: Algorithm) -> LockSpec {
    let span = |text: &str| text.parse().expect("a length of time");
    let lock = LockSpec::new(algorithm, "lock:stock", span("10s"));
    LockSpec { retry: Some(span("2s")), ..lock }
}

/// Replays the shortest way to break each of these properties within the
/// budget. Answers how many commands were compared.
fn check(scenario: &Scenario, faults: &str, expected: &[Property]) -> usize {
    let cast = Rc::new(Cast::new(scenario).expect("a scenario in order"));
    let host = script_host();
    let faults = Faults::parse(faults).expect("a budget");
    let properties = expected.to_vec();
    let question = Question { faults, properties, all: true, ..Question::of(&cast) };
    let mut explorer = Explorer::new(&cast, Rc::clone(&host), question);
    explorer.finish_all();
    let (mut broken, mut compared) = (Vec::new(), 0);
    for (property, answer) in explorer.verdict().answers {
        let Answer::Broken(found) = answer else { continue };
        broken.push(property);
        let printed = found.schedule.display(&cast).to_string();
        let schedule = Schedule::parse(&printed, &cast).expect("what was printed is read");
        let mut player = Player::new(Rc::clone(&cast), Rc::clone(&host), schedule);
        player.seek(usize::MAX);
        let replayed = on_redis::replay(&player).unwrap_or_else(|why| panic!("{printed}: {why}"));
        assert_ne!(replayed.compared, 0, "{printed}");
        assert!(replayed.differences.is_empty(), "{printed}\n{}", replayed.differences.join("\n"));
        compared += replayed.compared;
    }
    assert_eq!(broken, expected, "{:?}", scenario.locks);
    compared
}

const LATE: &[Property] = &[Property::MutualExclusion, Property::NoLostUpdate];
const LATE_AND_WRONG: &[Property] =
    &[Property::MutualExclusion, Property::NoForeignRelease, Property::NoLostUpdate];

#[test]
fn what_every_algorithm_does_under_a_pause_happens_on_a_real_redis() {
    let two = [("A", SHOP), ("B", SHOP)];
    let check = |algorithm, expected| {
        let plain = lock(algorithm);
        let fenced = LockSpec { fenced: true, ..plain.clone() };
        let notified = LockSpec { notify: true, retry: None, ..plain.clone() };
        let watched = LockSpec { watchdog: true, ..plain.clone() };
        for lock in [plain, fenced, notified, watched] {
            check(&scenario(lock, &two), "pauses=1", expected);
        }
    };
    check(Algorithm::SetnxExpire, LATE_AND_WRONG);
    check(Algorithm::Naive, LATE_AND_WRONG);
    check(Algorithm::Token, LATE);
    check(Algorithm::Reentrant, LATE);
    check(Algorithm::Fair, LATE);
}

#[test]
fn what_crashes_and_lost_answers_do_happens_on_a_real_redis() {
    let immortal = [Property::NoImmortalLock, Property::CanBeTakenAgain];
    let two = [("A", SHOP), ("B", SHOP)];
    check(&scenario(lock(Algorithm::SetnxExpire), &two), "crashes=1", &immortal);
    check(&scenario(lock(Algorithm::SetnxExpire), &two), "lost_requests=1", &immortal);
}

#[test]
fn what_clients_do_whose_clocks_are_off_happens_on_a_real_redis() {
    let long = "acquire stock\nenter shelf\nwork 12s\nleave shelf\nrelease stock";
    let watched = LockSpec { watchdog: true, ..lock(Algorithm::Token) };
    let two = [("A", long), ("B", long)];
    check(&scenario(watched, &two), "client_clock_jumps=1", &[Property::MutualExclusion]);
}

#[test]
fn commands_that_wait_are_answered_in_time_on_a_real_redis() {
    let waits = "BLPOP queue 3\nenter shelf";
    let gives = "enter shelf\nLPUSH queue x";
    let clients = [("A", waits), ("B", gives), ("C", waits)];
    let compared =
        check(&scenario(lock(Algorithm::Token), &clients), "", &[Property::MutualExclusion]);
    assert_ne!(compared, 0);
}

#[test]
fn what_cannot_be_had_is_refused_with_the_reason() {
    let scenario = scenario(lock(Algorithm::Token), &[("A", "GET x\nGET x")]);
    let cast = Rc::new(Cast::new(&scenario).expect("a scenario in order"));
    let check = |schedule: &str, expected: &str| {
        let schedule = Schedule::parse(schedule, &cast).expect("a schedule in order");
        let mut player = Player::new(Rc::clone(&cast), script_host(), schedule);
        player.seek(usize::MAX);
        assert_eq!(on_redis::replay(&player).unwrap_err(), expected);
    };
    check("v1: A redis:restart", "step 2, redis:restart: the server would come back with nothing");
    check("v1: redis:jump+5", "step 1, redis:jump+5: the server has the clock of the world");
}
