//! What leaves the engine.

use crate::ConnectionId;
use lockstep_resp::{Blob, Reply};

/// What a call brought about, in the order in which it happened.
///
/// The caller owns it, drains it and may use it again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// Replies and pushes, each with the connection that it belongs to.
    pub messages: Vec<Message>,
    /// What happened to keys.
    pub events: Vec<KeyEvent>,
}

/// A reply or a push on its way to a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Where it goes.
    pub connection: ConnectionId,
    /// What it says.
    pub reply: Reply,
}

/// Something that happened to a key, under the name that Redis gives it in
/// keyspace notifications: `set`, `del`, `expire`, `expired`, `incrby`, …
///
/// Names: <https://redis.io/docs/latest/develop/use/keyspace-notifications/>.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyEvent {
    /// When, in Unix milliseconds. For `expired` it is the first millisecond
    /// at which the key was gone, even if it was noticed later.
    pub at_ms: i64,
    /// Index of the database.
    pub db: usize,
    /// The key.
    pub key: Blob,
    /// Redis's name for what happened.
    pub name: &'static str,
}
