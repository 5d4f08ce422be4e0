//! Where blocking locks take their time from.

use crate::Resume;
use std::time::{Duration, Instant};

/// A monotonic clock that can wait.
pub trait Timer {
    /// Milliseconds since an origin of its own.
    fn now_ms(&self) -> u64;

    /// Waits until that moment of this clock.
    fn wait_until_ms(&mut self, at_ms: u64);

    /// Chooses a moment from the range. The default takes the earliest, which
    /// suits a test; production draws one at random.
    fn choose(&mut self, range: Resume) -> u64 {
        range.earliest_ms
    }
}

/// The clock of the machine, and random choices.
#[derive(Debug)]
pub struct SystemTimer {
    origin: Instant,
}

impl SystemTimer {
    /// A timer that starts at zero now.
    #[expect(clippy::disallowed_methods, reason = "this is where real time comes in")]
    pub fn new() -> Self {
        Self { origin: Instant::now() }
    }
}

impl Default for SystemTimer {
    fn default() -> Self {
        Self::new()
    }
}

impl Timer for SystemTimer {
    fn now_ms(&self) -> u64 {
        u64::try_from(self.origin.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    #[expect(clippy::disallowed_methods, reason = "this is where real waiting is done")]
    fn wait_until_ms(&mut self, at_ms: u64) {
        std::thread::sleep(Duration::from_millis(at_ms.saturating_sub(self.now_ms())));
    }

    fn choose(&mut self, range: Resume) -> u64 {
        let width = range.latest_ms.saturating_sub(range.earliest_ms).saturating_add(1);
        let (random, _) = uuid::Uuid::new_v4().as_u64_pair();
        range.earliest_ms.saturating_add(random % width)
    }
}

/// A timer made of two functions, for a clock that a test moves by hand.
pub fn timer(now_ms: impl Fn() -> u64, wait_until_ms: impl FnMut(u64)) -> impl Timer {
    FnTimer { now_ms, wait_until_ms }
}

struct FnTimer<N, W> {
    now_ms: N,
    wait_until_ms: W,
}

impl<N: Fn() -> u64, W: FnMut(u64)> Timer for FnTimer<N, W> {
    fn now_ms(&self) -> u64 {
        (self.now_ms)()
    }

    fn wait_until_ms(&mut self, at_ms: u64) {
        (self.wait_until_ms)(at_ms);
    }
}
