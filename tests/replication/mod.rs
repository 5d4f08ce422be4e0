//! Replicas: what `WAIT` answers as a real Redis does, what a replica has and
//! refuses, and that nothing else changes what a server is.

mod properties;
mod real;
mod service;

use lockstep_resp::Command;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use real::RealService;
use service::{EngineService, Service, play};
use std::cell::RefCell;

/// What happens to a service, and what is to be seen of it.
const STEPS: &str = include_str!("wait.txt");

#[test]
fn wait_counts_as_a_real_redis_does() {
    let mut real = RealService::start().expect("a real Redis with two replicas");
    for case in STEPS.split("\n# ").skip(1) {
        let (title, steps) = case.split_once('\n').expect("a title and steps");
        let engine = play(&mut EngineService::new(), steps).expect("the engine plays");
        assert_eq!(engine.trim(), steps.trim(), "the engine: {title}");
        let theirs = play(&mut real, steps).unwrap_or_else(|error| panic!("{title}: {error:#}"));
        assert_eq!(theirs.trim(), steps.trim(), "a real Redis: {title}");
    }
}

fn steps() -> impl Strategy<Value = String> {
    let commands = vec![
        "SET k v",
        "SET k v NX",
        "DEL k",
        "GET k",
        "NOSUCH",
        "GET",
        "MULTI",
        "EXEC",
        "WAIT 0 0",
        "WAIT 1 100",
        "WAIT 2 100",
        "WAIT 3 100",
        "FLUSHALL",
        "RENAME k l",
        "EVAL \"redis.call('SET', 'k', 1) redis.call('SET', 'l', 1)\" 0",
        "PEXPIRE k 10000000",
    ];
    let connection = prop::sample::select(vec!["A", "B"]);
    let command = (connection, prop::sample::select(commands));
    let replicate = (prop::sample::select(vec![0, 1]), prop::sample::select(vec![1, 2, 99]));
    let step = prop_oneof![
        8 => command.prop_map(|(connection, line)| format!("{connection}> {line}")),
        3 => replicate.prop_map(|(replica, writes)| format!("~ replicate {replica} {writes}")),
        1 => Just("~ advance 101".to_owned()),
    ];
    let steps = prop::collection::vec(step, 1..25);
    steps.prop_map(|steps| format!("{}\n~ advance 101\nA<\nB<", steps.join("\n")))
}

#[test]
fn random_writes_and_waits_are_counted_as_by_a_real_redis() {
    let config =
        Config { cases: 40, max_shrink_iters: 60, failure_persistence: None, ..Config::default() };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let real = RefCell::new(RealService::start().expect("a real Redis with two replicas"));
    let outcome = TestRunner::new_with_rng(config, rng).run(&steps(), |steps| {
        let engine = play(&mut EngineService::new(), &steps).expect("the engine plays");
        let theirs = play(&mut *real.borrow_mut(), &steps);
        let theirs = theirs.map_err(|error| TestCaseError::fail(format!("{error:#}")))?;
        prop_assert!(engine == theirs, "engine:\n{engine}\nRedis:\n{theirs}");
        Ok(())
    });
    match outcome {
        Ok(()) => {}
        Err(TestError::Fail(reason, steps)) => panic!("{reason}\n{steps}"),
        Err(TestError::Abort(reason)) => panic!("{reason}"),
    }
}

#[test]
fn a_replica_answers_as_a_real_one() {
    let (primary, replica) = real::replica().expect("a real Redis with a real replica");
    let (mut to_primary, mut to_replica) =
        (primary.connect().expect("a connection"), replica.connect().expect("a connection"));
    let mut engine = EngineService::with_replicas(1);
    let mut check = |at_replica: bool, line: &str| {
        let real = if at_replica { &mut to_replica } else { &mut to_primary };
        let theirs = real.type_in(line).unwrap_or_else(|error| panic!("{line}: {error:#}"));
        let command = Command::parse(line).expect("a well-formed line");
        let ours = match at_replica {
            true => engine.ask_replica(&command),
            false => engine.call("A", &command).expect("the engine plays"),
        };
        assert_eq!(ours.map(|reply| reply.to_string()), Some(theirs.to_string()), "{line}");
    };
    for line in ["GET k", "SET k v", "EXISTS k", "BLPOP k 1", "WAIT 0 0", "WAIT one 0", "WAIT"] {
        check(true, line);
    }
    for line in ["MULTI", "SET k v", "EXEC", "MULTI", "GET k", "EXEC", "FLUSHALL", "PUBLISH c x"] {
        check(true, line);
    }
    check(true, "EVAL \"return redis.call('GET', 'k')\" 0");
    check(true, "EVAL \"return redis.call('SET', 'k', 1)\" 0");
    check(true, "EVAL \"return redis.pcall('SET', 'k', 1)\" 0");
    check(false, "EVAL \"return redis.call('WAIT', '0', '0')\" 0");
    check(false, "WAIT 1 0");
}

#[test]
fn each_server_tells_its_role_as_a_real_one() {
    let (primary, replica) = real::replica().expect("a real Redis with a real replica");
    let engine = EngineService::with_replicas(1);
    let check = |server: &lockstep_tests::RedisServer, ours: [String; 2]| {
        let mut connection = server.connect().expect("a connection");
        let [role, info] = ["ROLE", "INFO replication"]
            .map(|line| connection.type_in(line).expect("an answer of a real Redis").to_string());
        // The role; a real server has an address and counts bytes besides.
        assert_eq!(role.lines().next(), ours[0].lines().next());
        assert_eq!(role.lines().count(), ours[0].lines().count(), "{role}\n{}", ours[0]);
        let mut theirs = info.split("\\r\\n").filter(|line| !line.contains("offset"));
        let told = ours[1].split("\\r\\n").filter(|line| !line.contains("offset"));
        for line in told {
            assert!(theirs.any(|other| other == line), "{line} is not in {info}");
        }
    };
    check(&primary, engine.told_of_itself(false));
    check(&replica, engine.told_of_itself(true));
}
