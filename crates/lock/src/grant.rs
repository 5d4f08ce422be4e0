//! A lock that was taken.

use crate::Token;
use lockstep_resp::Blob;

/// A lock that was taken.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grant {
    /// The lock's key.
    pub key: Blob,
    /// By which the owner knows its lock again.
    pub token: Token,
    /// The number that only grows, for the resource to check.
    pub fencing_token: Option<i64>,
    /// Until when, in the client's time, the owner may rely on it.
    pub valid_until_ms: u64,
    /// When extending it ends, in the client's time.
    pub lease_until_ms: Option<u64>,
}

impl Grant {
    /// Moves its moments earlier, see [`Operation::shift`](crate::Operation::shift).
    pub fn shift(&mut self, earlier_by_ms: u64) {
        self.valid_until_ms = self.valid_until_ms.saturating_sub(earlier_by_ms);
        if let Some(lease_until_ms) = &mut self.lease_until_ms {
            *lease_until_ms = lease_until_ms.saturating_sub(earlier_by_ms);
        }
    }

    /// Forgets how long ago its moments were.
    pub fn forget_past(&mut self, now_ms: u64) {
        if self.valid_until_ms <= now_ms {
            self.valid_until_ms = 0;
        }
        if self.lease_until_ms.is_some_and(|end| end <= now_ms) {
            self.lease_until_ms = Some(0);
        }
    }
}
