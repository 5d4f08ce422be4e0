//! How far it is, on a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use lockstep_scenario::Explorer;
use std::time::{Duration, Instant};

/// A line on standard error that tells how far it is; nothing if that is no
/// terminal.
pub(super) struct Progress {
    bar: ProgressBar,
    began: Instant,
}

impl Progress {
    #[expect(clippy::disallowed_methods, reason = "this is where real time comes in")]
    pub(super) fn start() -> Self {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} · {elapsed}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(100));
        Self { bar, began: Instant::now() }
    }

    pub(super) fn tell(&self, explorer: &Explorer) {
        let (faults, steps) = explorer.cost();
        let states = explorer.states();
        self.bar.set_message(format!("{states} states, {faults} faults, {steps} steps"));
    }

    /// Takes the line away; answers how long it took.
    pub(super) fn end(self) -> Duration {
        self.bar.finish_and_clear();
        self.began.elapsed()
    }
}
