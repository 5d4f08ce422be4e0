//! Why a lock could not be taken, extended or given back.

use crate::{AcquireError, Extended, Grant, Released};
use redis::RedisError;

/// Why a lock could not be taken, extended or given back, and what the caller
/// can do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LockError {
    /// Others held it at every attempt. Try again later, or do without.
    #[error("the lock {key} is taken; {attempts} attempts were made")]
    Taken {
        /// The lock's key.
        key: String,
        /// How many attempts were made.
        attempts: u32,
    },
    /// The lock has ended, or belongs to another by now. Stop the work.
    #[error("the lock {key} is lost: it has ended, or belongs to another by now; stop the work")]
    Lost {
        /// The lock's key.
        key: String,
    },
    /// The server answered with an error, which has to be mended first.
    #[error("the server refused on the lock {key}: {text}")]
    Refused {
        /// The lock's key.
        key: String,
        /// The server's text, its code first.
        text: String,
    },
    /// The answer was lost, so that the command may have been applied or not.
    /// On acquiring, a release was sent after it; on extending and releasing,
    /// the grant stays good for another try.
    #[error("no answer on the lock {key}; the command may have been applied")]
    Indeterminate {
        /// The lock's key.
        key: String,
        /// What happened on the way.
        source: Option<RedisError>,
    },
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl LockError {
    pub(super) fn from_acquire(error: AcquireError, source: Option<RedisError>) -> Self {
        match error {
            AcquireError::Taken { key, attempts } => Self::Taken { key: text(&key), attempts },
            AcquireError::Refused { key, text: refusal } => {
                Self::Refused { key: text(&key), text: text(&refusal) }
            }
            AcquireError::Indeterminate { key, .. } => {
                Self::Indeterminate { key: text(&key), source }
            }
        }
    }

    /// The new validity, or why there is none.
    pub(super) fn from_extended(
        outcome: Extended,
        grant: &Grant,
        source: Option<RedisError>,
    ) -> Result<u64, Self> {
        let key = text(&grant.key);
        match outcome {
            Extended::Extended { valid_until_ms } => Ok(valid_until_ms),
            Extended::NotOwner | Extended::Expired => Err(Self::Lost { key }),
            Extended::Refused { text: refusal } => Err(Self::Refused { key, text: text(&refusal) }),
            Extended::Indeterminate => Err(Self::Indeterminate { key, source }),
        }
    }

    pub(super) fn from_released(
        outcome: Released,
        grant: &Grant,
        source: Option<RedisError>,
    ) -> Result<Released, Self> {
        let key = text(&grant.key);
        match outcome {
            Released::Refused { text: refusal } => Err(Self::Refused { key, text: text(&refusal) }),
            Released::Indeterminate => Err(Self::Indeterminate { key, source }),
            known => Ok(known),
        }
    }
}
