//! The engine in the process beside a redis-server over loopback: the same
//! commands in the same run, each reply checked. Quote the ratios; the machine
//! that runs this is as noisy as it is.

mod peers;
mod state;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use lockstep_lock::SCRIPTS;
use lockstep_resp::{Command, Reply};
use peers::{Engine, Peer, RealRedis};
use std::time::{Duration, Instant};

/// Some commands that leave things as they were, with their replies.
struct Round {
    name: &'static str,
    /// What has to be there before.
    setup: Vec<Command>,
    commands: Vec<(Command, Reply)>,
}

fn rounds() -> Vec<Round> {
    let command = |line: &str| Command::parse(line).expect("a well-formed line");
    let acquire = || (command("SET lock:stock A-1 NX PX 30000"), Reply::OK);
    let release = SCRIPTS.iter().find(|script| script.name == "release.lua");
    let release = release.expect("the release script");
    // Nobody is to be told.
    let evalsha = Command::new(["EVALSHA", release.sha(), "1", "lock:stock", "A-1", ""]);
    let load = Command::new(["SCRIPT", "LOAD", release.body]);
    vec![
        Round {
            name: "SET NX PX, then DEL",
            setup: vec![],
            commands: vec![acquire(), (command("DEL lock:stock"), Reply::Integer(1))],
        },
        Round {
            name: "GET",
            setup: vec![command("SET stock 17")],
            commands: vec![(command("GET stock"), Reply::bulk("17"))],
        },
        Round {
            name: "SET NX PX, then EVALSHA compare-and-delete",
            setup: vec![load],
            commands: vec![acquire(), (evalsha, Reply::Integer(1))],
        },
    ]
}

fn beside_redis(criterion: &mut Criterion) {
    for round in rounds() {
        let mut group = criterion.benchmark_group(round.name);
        let mut run = |name: &str, peer: &mut dyn Peer, repeat: usize| {
            peer.set_up(&round.setup);
            let commands = round.commands.len() * repeat;
            let batch: Vec<_> = round.commands.iter().cycle().take(commands).cloned().collect();
            group.throughput(Throughput::Elements(commands as u64));
            group.bench_function(name, |bencher| bencher.iter(|| peer.run(&batch)));
        };
        run("engine", &mut Engine::default(), 1);
        run("redis-server, one at a time", &mut RealRedis::start(), 1);
        run("redis-server, sixteen in flight", &mut RealRedis::start(), 16);
        group.finish();
    }
}

/// The compare-and-delete by itself: the locks that it deletes are taken, and the
/// words are split, before the clock starts.
#[expect(clippy::disallowed_methods, reason = "a benchmark measures real time")]
fn release_alone(criterion: &mut Criterion) {
    const LOCKS: u64 = 256;
    let release = SCRIPTS.iter().find(|script| script.name == "release.lua");
    let release = release.expect("the release script");
    let key = |n: u64| format!("lock:{n}");
    let acquire = |n| Command::new(["SET", &key(n), "A-1", "NX", "PX", "30000"]);
    let evalsha = |n| Command::new(["EVALSHA", release.sha(), "1", &key(n), "A-1", ""]);
    let acquires: Vec<_> = (0..LOCKS).map(|n| (acquire(n), Reply::OK)).collect();
    let releases: Vec<_> = (0..LOCKS).map(evalsha).collect();
    let releases = releases.iter().map(|release| (release.as_slices(), Reply::Integer(1)));
    let releases: Vec<_> = releases.collect();
    let mut engine = Engine::default();
    engine.set_up(&[Command::new(["SCRIPT", "LOAD", release.body])]);
    let mut group = criterion.benchmark_group("EVALSHA compare-and-delete alone");
    group.throughput(Throughput::Elements(1));
    group.bench_function("engine", |bencher| {
        bencher.iter_custom(|releases_wanted| {
            let (mut took, mut left) = (Duration::ZERO, releases_wanted);
            while left > 0 {
                let now = usize::try_from(left.min(LOCKS)).unwrap_or(1);
                engine.run(&acquires[..now]);
                let began = Instant::now();
                engine.run_words(&releases[..now]);
                took += began.elapsed();
                left -= now as u64;
            }
            took
        });
    });
    group.finish();
}

criterion_group!(benches, beside_redis, release_alone, state::costs);
criterion_main!(benches);
