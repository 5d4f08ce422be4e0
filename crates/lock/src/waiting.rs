//! How to wait for a lock that is taken.

use crate::Retry;

/// How to wait for a lock that is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Waiting {
    /// The longest wait in milliseconds; `None` waits for ever. At its end
    /// there is one last attempt.
    pub limit_ms: Option<u64>,
    /// When to try again. With [`Waiting::notified`] only where no notice can
    /// be had.
    pub retry: Retry,
    /// Whether to listen for the release. The wait for a notice is never
    /// longer than what the lock has left to live, since its end tells nobody.
    pub notified: bool,
}

impl Waiting {
    /// One attempt.
    pub const NONE: Self = Self { limit_ms: None, retry: Retry::Never, notified: false };

    /// Attempts as `retry` says, for ever if it says so.
    pub const fn retry(retry: Retry) -> Self {
        Self { limit_ms: None, retry, notified: false }
    }
}
