//! The transcripts give their replies on the engine and on real Redis.

use lockstep_tests::{RedisBackend, conformance};
use lockstep_transcript::{
    Backend as _, EngineBackend, Mismatch, Played, Transcript, mismatches, play,
};
use std::fs;

#[test]
fn every_transcript_gives_its_replies_on_the_engine_and_on_real_redis() {
    let mut redis = RedisBackend::start().unwrap();
    let mut engine = EngineBackend::default();
    let (mut wrong, mut steps) = (Vec::new(), 0);
    for path in conformance::files().unwrap() {
        let text = fs::read_to_string(&path).unwrap();
        let transcript = Transcript::parse(&conformance::name(&path), &text);
        let transcript = transcript.unwrap_or_else(|error| panic!("{error}"));
        let by_engine = play(&transcript, &mut engine);
        let by_redis = play(&transcript, &mut redis);
        wrong.extend(mismatches::<RedisBackend>(&transcript, &by_redis));
        wrong.extend(mismatches::<EngineBackend>(&transcript, &by_engine));
        wrong.extend(told_apart_by_type(&transcript, &by_engine, &by_redis));
        steps += by_redis.iter().map(Vec::len).sum::<usize>();
        for case in transcript.cases.iter().filter(|case| !RedisBackend::serves(case.server)) {
            eprintln!(
                "{}: only on the engine as {}: {}",
                transcript.file,
                case.server.name(),
                case.title
            );
        }
    }
    let told: String = wrong.iter().map(|wrong| format!("\n{wrong}\n")).collect();
    let (count, told) = (wrong.len(), told.trim_end());
    assert!(wrong.is_empty(), "{count} of {steps} steps differ:\n{told}");
    assert!(steps > 0, "no step was played");
}

/// Steps whose replies print alike but are of different types, such as the two
/// absent values.
fn told_apart_by_type(
    transcript: &Transcript,
    by_engine: &[Vec<Played>],
    by_redis: &[Vec<Played>],
) -> Vec<Mismatch> {
    let cases = transcript.cases.iter().zip(by_engine.iter().zip(by_redis));
    let steps = cases.flat_map(|(case, (engine, redis))| {
        let steps = case.steps.iter().zip(engine.iter().zip(redis));
        steps.map(move |(step, (engine, redis))| (case, step, engine, redis))
    });
    let apart =
        steps.filter(|(_, _, engine, redis)| engine != redis && engine.lines() == redis.lines());
    apart
        .map(|(case, step, engine, redis)| Mismatch {
            file: transcript.file.clone(),
            line: step.line,
            case: case.title.clone(),
            backend: "engine",
            action: step.action.to_string(),
            expected: format!("{redis:?} (its type counts too)"),
            got: format!("{engine:?}"),
        })
        .collect()
}
