//! The clock of a sandbox.

use crate::Sandbox;
use crate::sandbox::Shared;
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// How often a clock that follows real time looks whether something is due.
const TICK: Duration = Duration::from_millis(1);

/// A clock that stands until it is moved, or follows real time.
#[derive(Debug)]
pub(crate) struct Clock {
    now_ms: i64,
    /// Since when it has followed real time.
    following: Option<Instant>,
}

impl Default for Clock {
    fn default() -> Self {
        Self { now_ms: Sandbox::STARTED_AT_MS, following: None }
    }
}

impl Clock {
    pub(crate) fn now_ms(&self) -> i64 {
        let passed = self.following.map_or(Duration::ZERO, |since| since.elapsed());
        let passed_ms = i64::try_from(passed.as_millis()).unwrap_or(i64::MAX);
        self.now_ms.saturating_add(passed_ms)
    }

    /// It stands there from now on.
    pub(crate) fn set(&mut self, now_ms: i64) {
        *self = Self { now_ms, following: None };
    }

    /// It moves on at once, and stands or follows real time as before.
    pub(crate) fn pass(&mut self, by: Duration) {
        let by_ms = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        self.now_ms = self.now_ms.saturating_add(by_ms);
    }

    /// It goes on from where it is, as fast as real time.
    #[expect(clippy::disallowed_methods, reason = "the one place where real time comes in")]
    pub(crate) fn follow_real_time(&mut self) {
        *self = Self { now_ms: self.now_ms(), following: Some(Instant::now()) };
    }

    pub(crate) fn follows_real_time(&self) -> bool {
        self.following.is_some()
    }
}

/// Lets things happen when they are due, in a thread of its own, for as long as
/// the clock follows real time and the sandbox is there.
pub(crate) fn drive(shared: &Arc<Shared>) {
    let shared: Weak<Shared> = Arc::downgrade(shared);
    thread::spawn(move || {
        while let Some(sandbox) = shared.upgrade() {
            if !sandbox.lock().clock.follows_real_time() {
                return;
            }
            sandbox.catch_up();
            drop(sandbox);
            pause();
        }
    });
}

#[expect(clippy::disallowed_methods, reason = "follows real time")]
fn pause() {
    thread::sleep(TICK);
}
