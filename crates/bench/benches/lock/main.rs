//! Locks on a real redis-server over loopback, beside bare commands and rslock,
//! in one run: what a cycle costs, how long a hand-off takes and how much it
//! asks of the server, and RedLock on five servers.
//!
//! Words after `--` choose some of the tables: `cycle`, `handoff`, `redlock`.
//! Quote the ratios; the machine that runs this is as noisy as it is.

mod bare;
mod contest;
mod cycle;
mod handoff;
mod redlock;

use std::env;

fn main() {
    // Cargo adds `--bench`.
    let chosen: Vec<String> = env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let tables: [(&str, fn()); 3] =
        [("cycle", cycle::run), ("handoff", handoff::run), ("redlock", redlock::run)];
    for (name, run) in tables {
        if chosen.is_empty() || chosen.iter().any(|word| word == name) {
            run();
        }
    }
}
