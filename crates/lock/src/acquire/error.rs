//! Why a lock was not taken.

use crate::NodeIndex;
use lockstep_resp::Blob;
use std::borrow::Cow;

/// Why a lock was not taken.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum AcquireError {
    /// Others held it at every attempt. Try again later, or do without.
    #[error("the lock {} is taken; {attempts} attempts were made", lossy(.key))]
    Taken {
        /// The lock's key.
        key: Blob,
        /// How many attempts were made.
        attempts: u32,
    },
    /// Others held it until the longest wait was over. Try again later, or do
    /// without.
    #[error(
        "the lock {} was taken for {waited_ms} ms; {attempts} attempts were made",
        lossy(.key)
    )]
    TimedOut {
        /// The lock's key.
        key: Blob,
        /// How many attempts were made.
        attempts: u32,
        /// The longest wait, in milliseconds.
        waited_ms: u64,
    },
    /// Too few of the nodes granted it in time: others hold it on some, or
    /// nodes cannot be reached. What was granted was given back.
    #[error(
        "only {granted} of {nodes} nodes granted the lock {}, {needed} are needed; \
         {taken} said that it is taken, {unreachable} did not answer",
        lossy(.key)
    )]
    NoQuorum {
        /// The lock's key.
        key: Blob,
        /// How many nodes granted it.
        granted: u16,
        /// How many would have been needed.
        needed: u16,
        /// How many nodes there are.
        nodes: u16,
        /// How many said that it is taken.
        taken: u16,
        /// How many gave no answer, or an error.
        unreachable: u16,
    },
    /// Too few replicas confirmed it in time. It was given back.
    #[error("{confirmed} replicas confirmed the lock {}, {needed} are needed", lossy(.key))]
    NotReplicated {
        /// The lock's key.
        key: Blob,
        /// How many replicas confirmed it.
        confirmed: u16,
        /// How many would have been needed.
        needed: u16,
    },
    /// It was granted, but so late that nothing of its validity was left. It
    /// was given back. A longer time to live or a faster server would help.
    #[error("the lock {} was granted only when its validity was over", lossy(.key))]
    TooLate {
        /// The lock's key.
        key: Blob,
    },
    /// A server answered with an error, or something that is no answer. The
    /// lock was not taken; what the text says has to be mended first.
    #[error("node {} refused to take the lock {}: {}", .node.0, lossy(.key), lossy(.text))]
    Refused {
        /// The lock's key.
        key: Blob,
        /// Which node.
        node: NodeIndex,
        /// The server's text, its code first.
        text: Blob,
    },
    /// The answer was lost. The lock may have been taken; a release was sent,
    /// and if that was lost too, the lock ends with its time to live. The naive
    /// locks send no release, and one of them has an end only once it was told.
    #[error("no answer on taking the lock {}: it may stay taken for {}", lossy(.key), how_long(*.ttl_ms))]
    Indeterminate {
        /// The lock's key.
        key: Blob,
        /// How long the lock can last, in milliseconds; `None` if perhaps for
        /// ever.
        ttl_ms: Option<u64>,
    },
}

fn how_long(ttl_ms: Option<u64>) -> String {
    ttl_ms.map_or_else(|| "ever".to_owned(), |ttl_ms| format!("{ttl_ms} ms"))
}

fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}
