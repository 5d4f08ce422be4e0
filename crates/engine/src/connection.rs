//! What a server remembers of a connection.

use crate::call::Session;
use crate::subscriptions::Topic;
use lockstep_resp::{Blob, Command, Reply};
use std::collections::{BTreeMap, VecDeque};

/// What a server remembers of a connection.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Connection {
    pub(crate) session: Session,
    /// The name that `CLIENT SETNAME` gave it.
    pub(crate) name: Blob,
    /// What `MULTI` has queued.
    pub(crate) transaction: Option<Transaction>,
    /// The keys that it watches, by database; of each whether its time was
    /// over already when `WATCH` came.
    pub(crate) watched: BTreeMap<(usize, Blob), bool>,
    /// Whether a key that it watches has been touched.
    pub(crate) watched_key_touched: bool,
    /// The channels to which it is subscribed, in the order in which it did so.
    pub(crate) channels: Vec<Blob>,
    /// The patterns to which it is subscribed, in the same order.
    pub(crate) patterns: Vec<Blob>,
    pub(crate) blocked: Option<Blocked>,
    /// What it sent while it was blocked.
    pub(crate) backlog: VecDeque<Command>,
}

impl Connection {
    /// How many channels and patterns it is subscribed to.
    pub(crate) fn subscriptions(&self) -> usize {
        self.channels.len() + self.patterns.len()
    }

    /// The names of one kind to which it is subscribed.
    pub(crate) fn topics(&mut self, topic: Topic) -> &mut Vec<Blob> {
        match topic {
            Topic::Channel => &mut self.channels,
            Topic::Pattern => &mut self.patterns,
        }
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
