//! The explorer beside a hand-written Stateright model of the same race: three
//! and four clients, a token lock of 30 s that is asked for each second, 5 s of
//! work, one pause.
//!
//! The model has a lock and a few numbers for each client, and knows nothing of
//! Redis. The explorer runs the real commands of the real lock library on the
//! engine; its states hold more (what each client believes to hold, and until
//! when), so there are more of them. What is compared is how many unique states
//! each looks at in a second.

mod model;

use lockstep_engine::ScriptHost;
use lockstep_scenario::{Cast, ClientSpec, Explorer, Faults, LockSpec, Question, Scenario};
use model::Race;
use stateright::{Checker, Model};
use std::rc::Rc;
use std::time::{Duration, Instant};

const PROGRAM: &str = "acquire stock\nenter stock\nwork 5s\nleave stock\nrelease stock";
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

fn scenario(clients: usize) -> Option<Scenario> {
    let ttl = "30s".parse().ok()?;
    let stock = LockSpec::new(lockstep_lock::Algorithm::Token, "lock:stock", ttl);
    let stock = LockSpec { retry: Some("1s".parse().ok()?), ..stock };
    let names = ["A", "B", "C", "D"].iter().take(clients);
    let client = ClientSpec { program: PROGRAM.to_owned(), like: None };
    Some(Scenario {
        locks: [("stock".to_owned(), stock)].into(),
        clients: names.map(|name| ((*name).to_owned(), client.clone())).collect(),
        ..Scenario::default()
    })
}

#[expect(clippy::disallowed_methods, reason = "a benchmark measures real time")]
fn now() -> Instant {
    Instant::now()
}

fn ours(cast: &Rc<Cast>) -> Round {
    let began = now();
    let faults = Faults { pauses: 1, ..Faults::default() };
    let question = Question { faults, ..Question::of(cast) };
    let mut explorer = Explorer::new(cast, Rc::new(ScriptHost::new()), question);
    explorer.finish_all();
    let took = began.elapsed();
    let states = explorer.states();
    Round { states, took, bytes: explorer.memory() / states.max(1) }
}

fn stateright(clients: usize, threads: usize) -> Round {
    let began = now();
    let checker = Race { clients, pauses: 1 }.checker().threads(threads).spawn_bfs().join();
    Round { states: checker.unique_state_count(), took: began.elapsed(), bytes: 0 }
}

fn median(mut rounds: Vec<Round>) -> Option<Round> {
    rounds.sort_by(|a, b| a.per_second().total_cmp(&b.per_second()));
    rounds.get(rounds.len() / 2).copied()
}

fn compare(clients: usize) -> Option<()> {
    let cast = Rc::new(Cast::new(&scenario(clients)?).ok()?);
    let (mut explorer, mut one, mut two) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        explorer.push(ours(&cast));
        one.push(stateright(clients, 1));
        two.push(stateright(clients, 2));
    }
    let (explorer, one, two) = (median(explorer)?, median(one)?, median(two)?);
    let row = |name: &str, round: Round| {
        let ratio = round.per_second() / one.per_second();
        let (states, rate) = (round.states, round.per_second());
        println!("  {name:<28} {states:>9} states {rate:>11.0} states/s {ratio:>6.2} ×");
    };
    println!("{clients} clients, token lock, one pause:");
    row("stateright, one thread", one);
    row("stateright, two threads", two);
    row("lockstep explorer, one core", explorer);
    println!("  {} bytes of memory for each state of the explorer\n", explorer.bytes);
    Some(())
}

fn main() {
    for clients in [3, 4] {
        if compare(clients).is_none() {
            eprintln!("the scenario of {clients} clients is not in order");
            std::process::exit(1);
        }
    }
}
