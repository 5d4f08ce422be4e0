//! Random commands and clock moves on the engine and on a real Redis: every
//! reply must be the same.

pub(crate) mod template;

use lockstep_engine::ServerVersion;
use lockstep_resp::{Command, Reply};
use lockstep_tests::RedisBackend;
use lockstep_transcript::{Backend, EngineBackend};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use template::Template;

/// How many sequences are played; `LOCKSTEP_RANDOM_CASES` asks for more.
const CASES: u32 = 150;
/// How many steps a sequence has at most.
const LONGEST: usize = 60;

/// One step of a sequence.
#[derive(Clone)]
enum Step {
    Command { connection: &'static str, command: Command, unordered: bool },
    Advance { by_ms: i64 },
}

/// In the form of a transcript, so that what failed can become a case.
impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command { connection, command, .. } => write!(f, "\n{connection}> {command}"),
            Self::Advance { by_ms } => write!(f, "\n~ advance {by_ms}"),
        }
    }
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let templates = Template::all(include_str!("commands.txt"));
    let command = (0..templates.len(), any::<u64>().no_shrink(), prop::bool::weighted(0.3));
    let command = command.prop_map(move |(index, seed, other)| {
        let template = &templates[index];
        let connection = if other { "B" } else { "A" };
        Step::Command { connection, command: template.fill(seed), unordered: template.unordered }
    });
    let advance = prop::sample::select(vec![1, 2, 99, 100, 101, 999, 1000, 1001, 5000]);
    let step = prop_oneof![
        9 => command,
        1 => advance.prop_map(|by_ms| Step::Advance { by_ms }),
    ];
    prop::collection::vec(step, 1..LONGEST)
}

/// The reply to each step, and what arrived later on each connection. Nothing is
/// sent on a connection that waits: when the clock jumps, what stands behind a
/// wait that is over runs at that moment here, and at the end of the jump there.
fn play<B: Backend>(backend: &mut B, steps: &[Step]) -> Result<Vec<String>, B::Error> {
    backend.reset(ServerVersion::Redis7_0)?;
    let mut replies = Vec::new();
    let mut waiting: BTreeSet<&str> = BTreeSet::new();
    // Who has queued a command whose reply has no order, for `EXEC` to answer.
    let mut queued: BTreeSet<&str> = BTreeSet::new();
    for step in steps {
        let (connection, command, unordered) = match step {
            Step::Advance { by_ms } => {
                backend.advance(*by_ms)?;
                continue;
            }
            Step::Command { connection, command, unordered } => (connection, command, *unordered),
        };
        if waiting.contains(connection) {
            let Some(reply) = backend.receive(connection)? else { continue };
            replies.push(format!("{connection}< {}", told(Some(reply), false)));
            waiting.remove(connection);
        }
        let reply = backend.call(connection, command)?;
        if reply.is_none() {
            waiting.insert(connection);
        }
        if unordered && reply == Some(Reply::simple("QUEUED")) {
            queued.insert(connection);
        }
        let told = if command.name() == b"EXEC" && queued.remove(connection) {
            told(reply.map(each_sorted), false)
        } else {
            told(reply, unordered)
        };
        replies.push(format!("{connection}> {command}\n{told}"));
    }
    for connection in waiting {
        if let Some(reply) = backend.receive(connection)? {
            replies.push(format!("{connection}< {}", told(Some(reply), false)));
        }
    }
    Ok(replies)
}

fn told(reply: Option<Reply>, unordered: bool) -> String {
    match reply {
        None => "(no reply)".to_owned(),
        Some(reply) if unordered => sorted(reply).to_string(),
        Some(reply) => reply.to_string(),
    }
}

fn sorted(reply: Reply) -> Reply {
    let Reply::Array(mut items) = reply else { return reply };
    items.sort_by_key(ToString::to_string);
    Reply::Array(items)
}

/// The replies of a transaction, each without an order of its own.
fn each_sorted(reply: Reply) -> Reply {
    let Reply::Array(items) = reply else { return reply };
    Reply::Array(items.into_iter().map(sorted).collect())
}

#[test]
fn random_commands_get_the_same_replies_from_a_real_redis() {
    let asked = std::env::var("LOCKSTEP_RANDOM_CASES").ok();
    let cases = asked.map_or(CASES, |cases| cases.parse().expect("a number of cases"));
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    // The same sequences each time; other ones with another number of cases.
    let seed = [cases.to_le_bytes(); 8].concat();
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let redis = RefCell::new(RedisBackend::start().expect("a real Redis"));
    let outcome = TestRunner::new_with_rng(config, rng).run(&steps(), |steps| {
        let engine =
            play(&mut EngineBackend::default(), &steps).unwrap_or_else(|never| match never {});
        let real = play(&mut *redis.borrow_mut(), &steps);
        let real = real.map_err(|error| TestCaseError::fail(format!("{error:#}")))?;
        let differs = engine.iter().zip(&real).find(|(ours, theirs)| ours != theirs);
        if let Some((ours, theirs)) = differs {
            return Err(TestCaseError::fail(format!("engine: {ours}\nRedis:  {theirs}")));
        }
        prop_assert_eq!(engine.len(), real.len());
        Ok(())
    });
    match outcome {
        Ok(()) => {}
        Err(TestError::Fail(reason, steps)) => panic!("{reason}\n{steps:?}"),
        Err(TestError::Abort(reason)) => panic!("{reason}"),
    }
}
