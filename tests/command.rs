//! What the engine says of its commands is what Redis says of them.

use lockstep_engine::ServerVersion;
use lockstep_resp::{Command, Reply};
use lockstep_tests::RedisBackend;
use lockstep_transcript::{Backend, EngineBackend};
use std::collections::BTreeSet;

/// The flags that the engine's records know; Redis has more.
const FLAGS: &[&str] =
    &["write", "readonly", "pubsub", "noscript", "blocking", "fast", "no_multi", "movablekeys"];

fn call<B: Backend>(backend: &mut B, words: &[String]) -> Reply {
    let reply = backend.call("A", &Command::new(words));
    match reply {
        Ok(Some(reply)) => reply,
        Ok(None) => panic!("{} did not answer", B::NAME),
        Err(error) => panic!("{}: {error}", B::NAME),
    }
}

fn items(reply: Reply) -> Vec<Reply> {
    match reply {
        Reply::Array(items) => items,
        other => panic!("no array: {other}"),
    }
}

/// Arity, known flags, first key, last key, step, each of them as text.
fn told(command: Reply) -> Vec<String> {
    let mut fields = items(command).into_iter().skip(1);
    let arity = fields.next().expect("an arity");
    let flags = items(fields.next().expect("flags")).into_iter().map(|flag| flag.to_string());
    let known: BTreeSet<String> = flags.filter(|flag| FLAGS.contains(&flag.as_str())).collect();
    let flags = known.into_iter().collect::<Vec<_>>().join(" ");
    let keys = fields.take(3).map(|position| position.to_string());
    [arity.to_string(), flags].into_iter().chain(keys).collect()
}

#[test]
fn every_command_has_the_arity_the_flags_and_the_keys_that_it_has_in_redis() {
    let mut redis = RedisBackend::start().unwrap();
    let mut engine = EngineBackend::default();
    engine.reset(ServerVersion::Redis7_0).unwrap();
    let list = items(call(&mut engine, &["COMMAND".into(), "LIST".into()]));
    let names = list.into_iter().map(|name| match name {
        Reply::Bulk(name) => String::from_utf8_lossy(&name).into_owned(),
        other => panic!("no name: {other}"),
    });
    let names: Vec<String> = names.collect();
    let ask = [&["COMMAND".to_owned(), "INFO".to_owned()][..], &names].concat();
    let by_engine = items(call(&mut engine, &ask));
    let by_redis = items(call(&mut redis, &ask));
    let pairs = names.iter().zip(by_engine.into_iter().zip(by_redis));
    let told = pairs.map(|(name, (engine, redis))| {
        assert!(!redis.is_nil(), "Redis has no {name}");
        (name, told(engine), told(redis))
    });
    let differing: Vec<_> = told.filter(|(_, engine, redis)| engine != redis).collect();
    let lines = differing.iter().map(|(name, e, r)| format!("{name}: engine {e:?}, redis {r:?}"));
    assert!(differing.is_empty(), "\n{}", lines.collect::<Vec<_>>().join("\n"));
    assert!(!names.is_empty(), "there are no commands");
}
