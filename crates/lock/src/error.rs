//! Why a lock could not be taken, extended or given back.

use crate::{AcquireError, Extended, Loss, NodeIndex, Released};
use redis::RedisError;
use std::sync::Arc;

/// Why a lock could not be taken, extended or given back, and what the caller
/// can do.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LockError {
    /// Others held it at every attempt. Try again later, or do without.
    #[error(
        "the lock {key} is taken, {attempts} attempts were made; try again later, or do without"
    )]
    Taken {
        /// The lock's key.
        key: String,
        /// How many attempts were made.
        attempts: u32,
    },
    /// Others held it until the longest wait was over. Try again later, or do
    /// without.
    #[error(
        "the lock {key} was taken for {waited_ms} ms, {attempts} attempts were made; \
         try again later, or do without"
    )]
    TimedOut {
        /// The lock's key.
        key: String,
        /// How many attempts were made.
        attempts: u32,
        /// The longest wait, in milliseconds.
        waited_ms: u64,
    },
    /// Another owner has the lock by now. Stop the work.
    #[error("the lock {key} belongs to another by now; stop the work")]
    NotOwner {
        /// The lock's key.
        key: String,
    },
    /// The lock has ended. Stop the work.
    #[error("the lock {key} has ended; stop the work")]
    Expired {
        /// The lock's key.
        key: String,
    },
    /// The longest lease is over: nothing was extended. Finish the work before
    /// the validity ends.
    #[error("the longest lease of the lock {key} is over; finish the work")]
    LeaseOver {
        /// The lock's key.
        key: String,
    },
    /// The lock was lost while the work went on, which was stopped.
    #[error("the lock {key} was lost during the work, which may not have been alone: {loss}")]
    Lost {
        /// The lock's key.
        key: String,
        /// How it was lost.
        loss: Loss,
    },
    /// Too few nodes said yes. On acquiring, what was granted was given back;
    /// try again later. On extending, stop the work.
    #[error(
        "{yes} of {nodes} nodes said yes to the lock {key}, {needed} are needed; do not rely on it{}",
        of(.failures)
    )]
    NoQuorum {
        /// The lock's key.
        key: String,
        /// How many nodes said yes.
        yes: u16,
        /// How many would have been needed.
        needed: u16,
        /// How many nodes there are.
        nodes: u16,
        /// The nodes that failed, and how.
        failures: Vec<NodeFailure>,
    },
    /// Too few replicas confirmed the lock in time. It was given back.
    #[error(
        "{confirmed} replicas confirmed the lock {key}, {needed} are needed; it was given back, \
         try again when they follow"
    )]
    NotReplicated {
        /// The lock's key.
        key: String,
        /// How many replicas confirmed it.
        confirmed: u16,
        /// How many would have been needed.
        needed: u16,
    },
    /// It was granted, but so late that nothing of its validity was left. It
    /// was given back. A longer time to live or a faster server would help.
    #[error(
        "the lock {key} was granted only when its validity was over; give it a longer time to live"
    )]
    TooLate {
        /// The lock's key.
        key: String,
    },
    /// A server answered with an error, which has to be mended first. Nothing
    /// was changed.
    #[error("node {} refused on the lock {key}, which has to be mended first: {text}", .node.0)]
    Backend {
        /// The lock's key.
        key: String,
        /// Which node.
        node: NodeIndex,
        /// The server's text, its code first.
        text: String,
    },
    /// There is no node to ask. Build the locks on at least one.
    #[error("there is no node to ask for the lock {key}; give its `Locks` at least one connection")]
    NoNodes {
        /// The lock's key.
        key: String,
    },
    /// An answer was lost, so that the command may have been applied or not:
    /// this is not "taken". On acquiring, a release was sent after it (the naive
    /// locks send none); on extending and releasing, the guard stays good for
    /// another try.
    #[error(
        "no answer on the lock {key}, the command may have been applied; try again{}",
        of(.failures)
    )]
    Indeterminate {
        /// The lock's key.
        key: String,
        /// The nodes that failed, and how.
        failures: Vec<NodeFailure>,
    },
}

/// A node from which no answer came, and why.
#[derive(Clone, Debug, thiserror::Error)]
#[error("node {}: {source}", .node.0)]
pub struct NodeFailure {
    /// Which node.
    pub node: NodeIndex,
    /// What happened on the way.
    pub source: Arc<RedisError>,
}

fn of(failures: &[NodeFailure]) -> String {
    failures.iter().map(|failure| format!("; {failure}")).collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl LockError {
    /// There is no node to ask for the lock of this key.
    pub(crate) fn no_nodes(key: &[u8]) -> Self {
        Self::NoNodes { key: text(key) }
    }

    /// The same error with the failures on the way that the driver saw.
    pub(crate) fn from_acquire(error: AcquireError, failures: Vec<NodeFailure>) -> Self {
        match error {
            AcquireError::Taken { key, attempts } => Self::Taken { key: text(&key), attempts },
            AcquireError::TimedOut { key, attempts, waited_ms } => {
                Self::TimedOut { key: text(&key), attempts, waited_ms }
            }
            AcquireError::NoQuorum { key, granted: yes, needed, nodes, .. } => {
                Self::NoQuorum { key: text(&key), yes, needed, nodes, failures }
            }
            AcquireError::NotReplicated { key, confirmed, needed } => {
                Self::NotReplicated { key: text(&key), confirmed, needed }
            }
            AcquireError::TooLate { key } => Self::TooLate { key: text(&key) },
            AcquireError::Refused { key, node, text: refusal } => {
                Self::Backend { key: text(&key), node, text: text(&refusal) }
            }
            AcquireError::Indeterminate { key, .. } => {
                Self::Indeterminate { key: text(&key), failures }
            }
        }
    }

    /// The new validity, or why there is none.
    pub(crate) fn from_extended(
        outcome: Extended,
        key: &[u8],
        nodes: u16,
        failures: Vec<NodeFailure>,
    ) -> Result<u64, Self> {
        let key = text(key);
        match outcome {
            Extended::Extended { valid_until_ms } => Ok(valid_until_ms),
            Extended::NotOwner => Err(Self::NotOwner { key }),
            Extended::Expired => Err(Self::Expired { key }),
            Extended::LeaseOver => Err(Self::LeaseOver { key }),
            Extended::NoQuorum { yes, needed } => {
                Err(Self::NoQuorum { key, yes, needed, nodes, failures })
            }
            Extended::Refused { node, text: refusal } => {
                Err(Self::Backend { key, node, text: text(&refusal) })
            }
            Extended::Indeterminate => Err(Self::Indeterminate { key, failures }),
        }
    }

    /// How giving back ended, if that is known.
    pub(crate) fn from_released(
        outcome: Released,
        key: &[u8],
        failures: Vec<NodeFailure>,
    ) -> Result<Released, Self> {
        match outcome {
            Released::Refused { node, text: refusal } => {
                Err(Self::Backend { key: text(key), node, text: text(&refusal) })
            }
            Released::Indeterminate => Err(Self::Indeterminate { key: text(key), failures }),
            known => Ok(known),
        }
    }
}
