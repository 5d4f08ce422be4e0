//! The explorer beside a hand-written Stateright model of the same race: three
//! and four clients, a token lock of 30 s that is asked for each second, 5 s of
//! work, one pause; on one core and on all, natively and in WebAssembly.
//!
//! The model has a lock and a few numbers for each client, and knows nothing of
//! Redis. The explorer runs the real commands of the real lock library on the
//! engine; its states hold more (what each client believes to hold, and until
//! when), so there are more of them. What is compared is how many unique states
//! each looks at in a second.

mod in_wasm;
mod model;
mod race;

use anyhow::{Context as _, Result, anyhow, ensure};
use in_wasm::InWasm;
use lockstep_scenario::Cast;
use model::Race;
use race::{exploration, race};
use stateright::{Checker, Model};
use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

const ROUNDS: usize = 5;

/// How many unique states were looked at, in what time.
#[derive(Clone, Copy)]
struct Round {
    states: usize,
    took: Duration,
    bytes: usize,
}

impl Round {
    fn per_second(self) -> f64 {
        as_f64(self.states) / self.took.as_secs_f64()
    }
}

#[expect(clippy::cast_precision_loss, reason = "no count is so large that it would show")]
fn as_f64(count: usize) -> f64 {
    count as f64
}

#[expect(clippy::disallowed_methods, reason = "a benchmark measures real time")]
fn now() -> Instant {
    Instant::now()
}

fn ours(cast: &Cast, cores: NonZeroUsize) -> Round {
    let began = now();
    let mut explorer = exploration(cast).on_cores(cores);
    explorer.finish_all();
    let took = began.elapsed();
    let states = explorer.states();
    Round { states, took, bytes: explorer.memory() / states.max(1) }
}

fn stateright(clients: usize, cores: NonZeroUsize) -> Round {
    let began = now();
    let checker = Race { clients, pauses: 1 }.checker().threads(cores.get()).spawn_bfs().join();
    Round { states: checker.unique_state_count(), took: began.elapsed(), bytes: 0 }
}

/// The second of two, as in WebAssembly: what ran just before leaves caches cold,
/// and a few milliseconds show it.
fn warm(mut round: impl FnMut() -> Round) -> Round {
    round();
    round()
}

fn median(mut rounds: Vec<Round>) -> Result<Round> {
    rounds.sort_by(|a, b| a.per_second().total_cmp(&b.per_second()));
    rounds.get(rounds.len() / 2).copied().context("no rounds")
}

fn compare(clients: usize, wasm: &InWasm) -> Result<()> {
    let cast = race(clients).map_err(|error| anyhow!("{error}"))?;
    let (one, all) = (NonZeroUsize::MIN, available_parallelism()?);
    let mut rounds: [Vec<Round>; 5] = Default::default();
    for _ in 0..ROUNDS {
        rounds[0].push(warm(|| stateright(clients, one)));
        rounds[1].push(warm(|| stateright(clients, all)));
        rounds[2].push(warm(|| ours(&cast, one)));
        rounds[3].push(warm(|| ours(&cast, all)));
        rounds[4].push(wasm.race(clients)?);
    }
    let [peer, peer_all, native, native_all, wasm_one] = rounds.map(median);
    let (peer, native, wasm_one) = (peer?, native?, wasm_one?);
    ensure!(
        native.states == wasm_one.states,
        "in WebAssembly there are {} states",
        wasm_one.states
    );
    let row = |name: &str, round: Round| {
        let ratio = round.per_second() / peer.per_second();
        let (states, rate) = (round.states, round.per_second());
        println!("  {name:<32} {states:>9} states {rate:>11.0} states/s {ratio:>6.2} ×");
    };
    println!("{clients} clients, token lock, one pause:");
    row("stateright, one core", peer);
    row(&format!("stateright, {all} cores"), peer_all?);
    row("lockstep explorer, one core", native);
    row(&format!("lockstep explorer, {all} cores"), native_all?);
    row(&format!("the same, {}", wasm.name()), wasm_one);
    println!("  {} bytes of memory for each state of the explorer", native.bytes);
    let ratio = wasm_one.per_second() / native.per_second();
    println!("  in WebAssembly {ratio:.2} of the native speed on one core\n");
    Ok(())
}

fn main() -> Result<()> {
    let wasm = InWasm::find()?;
    [3, 4].into_iter().try_for_each(|clients| compare(clients, &wasm))
}
