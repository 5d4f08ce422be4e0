//! What a server remembers of a connection.

use crate::ConnectionId;
use crate::call::Session;
use lockstep_resp::{Blob, Command, Reply};
use std::collections::{BTreeSet, VecDeque};

/// What a server remembers of a connection.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Connection {
    pub(crate) session: Session,
    /// The name that `CLIENT SETNAME` gave it.
    pub(crate) name: Blob,
    /// What `MULTI` has queued.
    pub(crate) transaction: Option<Transaction>,
    /// The keys that it watches, by database.
    pub(crate) watched: BTreeSet<(usize, Blob)>,
    /// Whether a key that it watches has been touched.
    pub(crate) watched_key_touched: bool,
    /// The channels to which it is subscribed, in the order of names.
    pub(crate) channels: BTreeSet<Blob>,
    /// The patterns to which it is subscribed, in the order of names.
    pub(crate) patterns: BTreeSet<Blob>,
    pub(crate) blocked: Option<Blocked>,
    /// What it sent while it was blocked.
    pub(crate) backlog: VecDeque<Command>,
}

impl Connection {
    /// How many channels and patterns it is subscribed to.
    pub(crate) fn subscriptions(&self) -> usize {
        self.channels.len() + self.patterns.len()
    }

    /// Whether not every command just runs on it.
    pub(crate) fn is_restricted(&self) -> bool {
        self.transaction.is_some() || self.subscriptions() > 0
    }
}

/// What `MULTI` has queued.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Transaction {
    pub(crate) queued: Vec<Command>,
    /// Whether a command could not be queued, so that `EXEC` refuses.
    pub(crate) failed: bool,
}

/// A command that waits for something. It is tried again when one of its keys
/// is written, and answered with `on_timeout` when its time is over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Blocked {
    pub(crate) command: Command,
    pub(crate) db: usize,
    pub(crate) keys: Vec<Blob>,
    /// The last Unix millisecond at which it still waits; `None` for ever.
    pub(crate) deadline_ms: Option<i64>,
    pub(crate) on_timeout: Reply,
}

impl Blocked {
    /// Whether it waits for a key that was written.
    pub(crate) fn waits_for(&self, db: usize, key: &[u8]) -> bool {
        self.db == db && self.keys.iter().any(|waited| **waited == *key)
    }
}

/// Who is blocked, in the order in which they came: who has waited longest is
/// served first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Queue(Vec<ConnectionId>);

impl Queue {
    pub(crate) fn push(&mut self, connection: ConnectionId) {
        self.0.push(connection);
    }

    pub(crate) fn remove(&mut self, connection: ConnectionId) {
        self.0.retain(|waiting| *waiting != connection);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn to_vec(&self) -> Vec<ConnectionId> {
        self.0.clone()
    }
}
