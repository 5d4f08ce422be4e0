//! On which terms locks are taken: what the two faces are built with.

use crate::lock::node_timeout_ms;
use crate::{Algorithm, Compare, Lock, Retry, Token, Waiting};
use lockstep_resp::Blob;
use std::time::Duration;

/// On which terms locks are taken.
///
/// ```
/// use lockstep_lock::Terms;
/// use std::time::Duration;
///
/// let terms = Terms::new()
///     .ttl(Duration::from_secs(10))
///     .wait(Duration::from_secs(2))
///     .watchdog(Duration::from_secs(60))
///     .fenced();
/// ```
///
/// Lengths of time count in whole milliseconds.
#[derive(Clone, Debug)]
#[must_use]
pub struct Terms {
    prefix: String,
    ttl_ms: u64,
    waiting: Waiting,
    watchdog: bool,
    node_timeout_ms: Option<u64>,
    /// All that is the same for every lock; its key is empty.
    lock: Lock,
}

impl Default for Terms {
    fn default() -> Self {
        Self::new()
    }
}

impl Terms {
    /// Token locks under keys that begin with `lock:`, which live 30 seconds
    /// and are waited for up to 10 seconds, with pauses from 10 ms doubling up
    /// to 500 ms where no release can be heard. Nothing keeps them alive beyond
    /// their time unless it is asked for.
    pub fn new() -> Self {
        let retry = Retry::Backoff { first_ms: 10, cap_ms: 500, attempts: u32::MAX };
        Self {
            prefix: "lock:".to_owned(),
            ttl_ms: 30_000,
            waiting: Waiting { limit_ms: Some(10_000), retry, notified: true },
            watchdog: false,
            node_timeout_ms: None,
            lock: Lock { notifies: true, ..Lock::new(Algorithm::Token, b"", 30_000) },
        }
    }

    /// With this time to live, at least one millisecond. Below three nothing is
    /// left of it after the allowance for the clocks' drift, and every
    /// acquisition fails as [`LockError::TooLate`](crate::LockError::TooLate).
    pub fn ttl(mut self, ttl: Duration) -> Self {
        self.ttl_ms = ms(ttl).max(1);
        self
    }

    /// Waits so long for a lock that is taken. At the end there is one last
    /// attempt.
    pub fn wait(mut self, limit: Duration) -> Self {
        self.waiting.limit_ms = Some(ms(limit));
        self
    }

    /// Waits for ever.
    pub fn wait_for_ever(mut self) -> Self {
        self.waiting.limit_ms = None;
        self
    }

    /// With another policy for the time after a failed attempt, where no
    /// release can be heard.
    pub fn retry(mut self, retry: Retry) -> Self {
        self.waiting.retry = retry;
        self
    }

    /// Neither tells of a release nor listens for one: waiting is by
    /// [`Terms::retry`] alone, and giving back is a little cheaper. All who
    /// share a lock should agree on it.
    pub fn silent(mut self) -> Self {
        self.waiting.notified = false;
        self.lock.notifies = false;
        self
    }

    /// Extends the lock at each third of its time to live while its guard
    /// lives, but never beyond `max_lease` from when it was asked for.
    pub fn watchdog(mut self, max_lease: Duration) -> Self {
        self.watchdog = true;
        self.max_lease(max_lease)
    }

    /// Never extends a lock beyond this time from when it was asked for.
    pub fn max_lease(mut self, max_lease: Duration) -> Self {
        self.lock.max_lease_ms = Some(ms(max_lease));
        self
    }

    /// Each acquisition gets a number that only grows, for the resource to
    /// check. The naive locks hand out none.
    pub fn fenced(mut self) -> Self {
        self.lock.fenced = true;
        self
    }

    /// With another algorithm.
    pub fn algorithm(mut self, algorithm: Algorithm) -> Self {
        self.lock.algorithm = algorithm;
        self
    }

    /// [`Algorithm::Reentrant`]: whose further acquisitions are granted too.
    pub fn owner(mut self, owner: Token) -> Self {
        self.lock.owner = Some(owner);
        self
    }

    /// [`Algorithm::Replicated`]: how many replicas must confirm.
    pub fn replicas(mut self, replicas: u16) -> Self {
        self.lock.replicas = replicas;
        self
    }

    /// [`Algorithm::RedLock`]: how long one node may take to answer;
    /// [`Algorithm::Replicated`]: how long the replicas may take. By default a
    /// hundredth of the time to live, between 50 ms and 1 s.
    pub fn node_timeout(mut self, timeout: Duration) -> Self {
        self.node_timeout_ms = Some(ms(timeout).max(1));
        self
    }

    /// [`Algorithm::Fair`]: how long a waiter that does not ask again keeps
    /// its place; 5 seconds by default.
    pub fn patience(mut self, patience: Duration) -> Self {
        self.lock.patience_ms = ms(patience).max(1);
        self
    }

    /// With another beginning of the keys. It keeps a lock from having the
    /// name of a key that holds data.
    pub fn prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = prefix.into();
        self
    }

    /// The lock of this name on so many nodes.
    pub fn lock(&self, name: &str, nodes: u16, compare: Compare) -> Lock {
        let key = Blob::from([self.prefix.as_bytes(), name.as_bytes()].concat());
        let ttl_ms = self.ttl_ms;
        let node_timeout_ms = self.node_timeout_ms.unwrap_or_else(|| node_timeout_ms(ttl_ms));
        Lock { key, ttl_ms, node_timeout_ms, nodes, compare, ..self.lock.clone() }
    }

    /// How to wait for a lock that is taken, where a release can be heard or
    /// not.
    pub fn waiting(&self, can_listen: bool) -> Waiting {
        // One attempt is over before anything is heard.
        let notified = self.waiting.notified && can_listen && self.waiting.limit_ms != Some(0);
        Waiting { notified, ..self.waiting }
    }

    /// Whether all commands must go over one connection that is never opened
    /// again: `WAIT` speaks of the writes of its own connection, and on another
    /// would confirm what it has not seen.
    pub(crate) fn needs_one_connection(&self) -> bool {
        self.lock.algorithm == Algorithm::Replicated
    }

    /// Whether a watchdog keeps the locks alive.
    pub fn has_watchdog(&self) -> bool {
        self.watchdog
    }
}

fn ms(length: Duration) -> u64 {
    u64::try_from(length.as_millis()).unwrap_or(u64::MAX)
}
