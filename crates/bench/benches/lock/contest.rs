//! Contestants who take turns, so that what disturbs the machine disturbs all.

use std::time::{Duration, Instant};

/// How long a table may take.
const TIME: Duration = Duration::from_secs(8);
/// How many cycles a turn has.
const CYCLES: u32 = 50;

/// Somebody who can take a lock and give it back, so many times.
pub(crate) struct Contestant {
    pub(crate) name: &'static str,
    pub(crate) cycles: Box<dyn FnMut(u32)>,
}

impl Contestant {
    pub(crate) fn new(name: &'static str, cycles: impl FnMut(u32) + 'static) -> Self {
        Self { name, cycles: Box::new(cycles) }
    }
}

/// Lets all take turns and prints the medians. The ratio is that to the first
/// contestant in the same turn.
pub(crate) fn contest(title: &str, mut contestants: Vec<Contestant>) {
    for contestant in &mut contestants {
        (contestant.cycles)(CYCLES);
    }
    let mut took = vec![Vec::new(); contestants.len()];
    let began = now();
    // Each is the first of a turn as often as the others.
    for turn in 0.. {
        if began.elapsed() > TIME {
            break;
        }
        for place in 0..contestants.len() {
            let who = (turn + place) % contestants.len();
            let began = now();
            (contestants[who].cycles)(CYCLES);
            took[who].push(began.elapsed().as_secs_f64() * 1e6 / f64::from(CYCLES));
        }
    }
    println!("\n{title}, {} turns of {CYCLES} cycles", took[0].len());
    println!("{:>12} {:>12} {:>10}", "us a cycle", "cycles/s", "over bare");
    for (contestant, times) in contestants.iter().zip(&took) {
        let ratios = times.iter().zip(&took[0]).map(|(mine, bare)| mine / bare);
        let (time, ratio) = (median(times.iter().copied()), median(ratios));
        let (rate, over) = (1e6 / time, (ratio - 1.0) * 100.0);
        println!("{time:>12.2} {rate:>12.0} {over:>+9.1}%  {}", contestant.name);
    }
}

/// The middle one.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    percentile(values, 0.5)
}

/// The one below which this part of all lies.
pub(crate) fn percentile(values: impl Iterator<Item = f64>, part: f64) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let at = (values.len().saturating_sub(1) as f64 * part).round();
    values.get(at as usize).copied().unwrap_or(f64::NAN)
}

#[expect(clippy::disallowed_methods, reason = "a benchmark measures real time")]
pub(crate) fn now() -> Instant {
    Instant::now()
}
