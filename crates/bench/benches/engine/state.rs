//! What it costs that a state is a value.

use criterion::{BenchmarkId, Criterion};
use lockstep_engine::{Output, ScriptHost, State};
use std::hash::{DefaultHasher, Hash, Hasher};

fn state(keys: usize) -> State {
    let (mut state, host, mut output) = (State::default(), ScriptHost::new(), Output::default());
    let connection = state.connect();
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
    for keys in [0, 3, 100, 10_000] {
        let (one, other) = (state(keys), state(keys));
        group.bench_function(BenchmarkId::new("clone", keys), |bencher| {
            bencher.iter(|| one.clone());
        });
        group.bench_function(BenchmarkId::new("compare equal ones", keys), |bencher| {
            bencher.iter(|| assert!(one == other));
        });
        group.bench_function(BenchmarkId::new("hash", keys), |bencher| {
            bencher.iter(|| {
                let mut hasher = DefaultHasher::new();
                one.hash(&mut hasher);
                hasher.finish()
            });
        });
    }
    group.finish();
}
