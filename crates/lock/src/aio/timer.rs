//! Where the locks for tokio take their time from.

use crate::Resume;
use futures_util::future::BoxFuture;
use std::time::Duration;
use tokio::time::Instant;

/// A monotonic clock that can be waited for.
pub trait Timer: Send + Sync + 'static {
    /// Milliseconds since an origin of its own.
    fn now_ms(&self) -> u64;

    /// Ends at that moment of this clock, never before.
    fn wait_until_ms(&self, at_ms: u64) -> BoxFuture<'static, ()>;

    /// Chooses a moment from the range. The default takes the earliest, which
    /// suits a test; production draws one at random.
    fn choose(&self, range: Resume) -> u64 {
        range.earliest_ms
    }
}

/// tokio's clock, and random choices. A runtime whose time is paused pauses the
/// locks too. Time in which the machine sleeps may not count: after that a lock
/// looks valid for longer than it is.
#[derive(Clone, Copy, Debug)]
pub struct TokioTimer {
    origin: Instant,
}

impl TokioTimer {
    /// A timer that starts at zero now.
    pub fn new() -> Self {
        Self { origin: Instant::now() }
    }
}

impl Default for TokioTimer {
    fn default() -> Self {
        Self::new()
    }
}

impl Timer for TokioTimer {
    fn now_ms(&self) -> u64 {
        u64::try_from(self.origin.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn wait_until_ms(&self, at_ms: u64) -> BoxFuture<'static, ()> {
        let at = self.origin.checked_add(Duration::from_millis(at_ms));
        Box::pin(async move {
            match at {
                Some(at) => tokio::time::sleep_until(at).await,
                // Later than this clock can tell: never.
                None => std::future::pending().await,
            }
        })
    }

    fn choose(&self, range: Resume) -> u64 {
        let width = range.latest_ms.saturating_sub(range.earliest_ms).saturating_add(1);
        let (random, _) = uuid::Uuid::new_v4().as_u64_pair();
        range.earliest_ms.saturating_add(random % width)
    }
}

/// A timer made of two functions, for a clock that a test moves by hand.
pub fn timer<N, W, F>(now_ms: N, wait_until_ms: W) -> impl Timer
where
    N: Fn() -> u64 + Send + Sync + 'static,
    W: Fn(u64) -> F + Send + Sync + 'static,
    F: Future<Output = ()> + Send + 'static,
{
    FnTimer { now_ms, wait_until_ms }
}

struct FnTimer<N, W> {
    now_ms: N,
    wait_until_ms: W,
}

impl<N, W, F> Timer for FnTimer<N, W>
where
    N: Fn() -> u64 + Send + Sync + 'static,
    W: Fn(u64) -> F + Send + Sync + 'static,
    F: Future<Output = ()> + Send + 'static,
{
    fn now_ms(&self) -> u64 {
        (self.now_ms)()
    }

    fn wait_until_ms(&self, at_ms: u64) -> BoxFuture<'static, ()> {
        Box::pin((self.wait_until_ms)(at_ms))
    }
}
