//! What it costs that a state is a value.

use criterion::{BenchmarkId, Criterion};
use lockstep_engine::{Output, ScriptHost, State};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A state with so many keys, open connections, and a script.
fn state(keys: usize, connections: usize) -> State {
    let (mut state, host, mut output) = (State::default(), ScriptHost::new(), Output::default());
    let Some(connection) = (0..connections).map(|_| state.connect()).last() else { return state };
    let load: [&[u8]; 3] = [b"SCRIPT", b"LOAD", b"return redis.call('GET', KEYS[1])"];
    state.submit(&host, connection, &load, 1_700_000_000_000, &mut output);
    for number in 0..keys {
        let key = format!("lock:{number}");
        let words: [&[u8]; 5] = [b"SET", key.as_bytes(), b"A-1", b"PX", b"30000"];
        state.submit(&host, connection, &words, 1_700_000_000_000, &mut output);
    }
    state
}

/// Cloning, comparing and hashing states of several sizes.
pub(crate) fn costs(criterion: &mut Criterion) {
    eprintln!("State itself: {} bytes", size_of::<State>());
    let mut group = criterion.benchmark_group("State as a value");
    for (keys, connections) in [(0, 0), (1, 3), (100, 3), (10_000, 3)] {
        let (one, other) = (state(keys, connections), state(keys, connections));
        let size = format!("{keys} keys, {connections} connections");
        group.bench_function(BenchmarkId::new("clone", &size), |bencher| {
            bencher.iter(|| one.clone());
        });
        group.bench_function(BenchmarkId::new("compare equal ones", &size), |bencher| {
            bencher.iter(|| assert!(one == other));
        });
        group.bench_function(BenchmarkId::new("hash", &size), |bencher| {
            bencher.iter(|| {
                let mut hasher = DefaultHasher::new();
                one.hash(&mut hasher);
                hasher.finish()
            });
        });
    }
    group.finish();
}
