//! Where blocking locks take their time from.

use crate::Resume;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A monotonic clock that can wait.
pub trait Timer: Send + Sync {
    /// Milliseconds since an origin of its own.
    fn now_ms(&self) -> u64;

    /// Waits until that moment of this clock.
    fn wait_until_ms(&self, at_ms: u64);

    /// Chooses a moment from the range. The default takes the earliest, which
    /// suits a test; production draws one at random.
    fn choose(&self, range: Resume) -> u64 {
        range.earliest_ms
    }
}

/// The clock of the machine, and random choices. Time in which the machine
/// sleeps may not count: after that a lock looks valid for longer than it is.
#[derive(Clone, Copy, Debug)]
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
    fn wait_until_ms(&self, at_ms: u64) {
        std::thread::sleep(Duration::from_millis(at_ms.saturating_sub(self.now_ms())));
    }

    fn choose(&self, range: Resume) -> u64 {
        let width = range.latest_ms.saturating_sub(range.earliest_ms).saturating_add(1);
        let (random, _) = uuid::Uuid::new_v4().as_u64_pair();
        range.earliest_ms.saturating_add(random % width)
    }
}

/// A timer made of two functions, for a clock that a test moves by hand: what
/// time it is, and how to wait until a moment.
pub fn timer(
    now_ms: impl Fn() -> u64 + Send + Sync + 'static,
    wait_until_ms: impl Fn(u64) + Send + Sync + 'static,
) -> impl Timer + 'static {
    FnTimer { now_ms, wait_until_ms }
}

struct FnTimer<N, W> {
    now_ms: N,
    wait_until_ms: W,
}

impl<N: Fn() -> u64 + Send + Sync, W: Fn(u64) + Send + Sync> Timer for FnTimer<N, W> {
    fn now_ms(&self) -> u64 {
        (self.now_ms)()
    }

    fn wait_until_ms(&self, at_ms: u64) {
        (self.wait_until_ms)(at_ms);
    }
}

/// The timer of a family of locks.
#[derive(Clone)]
pub(super) enum Time {
    System(SystemTimer),
    /// A test's: nothing happens beside it, no thread runs.
    Injected(Arc<dyn Timer>),
}

impl Time {
    pub(super) fn is_injected(&self) -> bool {
        matches!(self, Self::Injected(_))
    }

    pub(super) fn now_ms(&self) -> u64 {
        self.timer().now_ms()
    }

    pub(super) fn wait_until_ms(&self, at_ms: u64) {
        self.timer().wait_until_ms(at_ms);
    }

    /// A moment from the range, and from nowhere else.
    pub(super) fn choose(&self, range: Resume) -> u64 {
        self.timer().choose(range).clamp(range.earliest_ms, range.latest_ms.max(range.earliest_ms))
    }

    /// How long it is until that moment, where time is real.
    pub(super) fn left(&self, at_ms: u64) -> Duration {
        Duration::from_millis(at_ms.saturating_sub(self.now_ms()))
    }

    fn timer(&self) -> &dyn Timer {
        match self {
            Self::System(timer) => timer,
            Self::Injected(timer) => &**timer,
        }
    }
}
