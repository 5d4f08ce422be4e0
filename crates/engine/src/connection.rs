//! What a server remembers of a connection.

use crate::call::Session;
use crate::replication::Wait;
use crate::subscriptions::Topic;
use lockstep_resp::{Blob, Command, Reply};
use std::collections::{BTreeMap, VecDeque};
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

/// What a server remembers of a connection.
///
/// Most connections have chosen nothing but their session. What others have is
/// reached as if it were here, and made when somebody writes to it: reading it
/// costs nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Connection {
    pub(crate) session: Session,
    more: Option<Box<More>>,
}

/// What a server remembers of some connections.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct More {
    /// The name that `CLIENT SETNAME` gave it.
    pub(crate) name: Vec<u8>,
    /// The library that it is used by, as `CLIENT SETINFO` told.
    pub(crate) library: Vec<u8>,
    /// The version of that library.
    pub(crate) library_version: Vec<u8>,
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

/// What there is of a connection that has nothing of it.
static NOTHING: More = More {
    name: Vec::new(),
    library: Vec::new(),
    library_version: Vec::new(),
    transaction: None,
    watched: BTreeMap::new(),
    watched_key_touched: false,
    channels: Vec::new(),
    patterns: Vec::new(),
    blocked: None,
    backlog: VecDeque::new(),
};

impl Deref for Connection {
    type Target = More;

    fn deref(&self) -> &More {
        self.more.as_deref().unwrap_or(&NOTHING)
    }
}

impl DerefMut for Connection {
    fn deref_mut(&mut self) -> &mut More {
        self.more.get_or_insert_with(|| Box::new(NOTHING.clone()))
    }
}

impl PartialEq for Connection {
    fn eq(&self, other: &Self) -> bool {
        // Most have nothing more, and to see that costs less than to compare it.
        let neither = self.more.is_none() && other.more.is_none();
        self.session == other.session && (neither || **self == **other)
    }
}

impl Eq for Connection {}

impl Hash for Connection {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let more = self.more.as_deref().filter(|more| **more != NOTHING);
        (self.session, more).hash(hasher);
    }
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

    /// Whether there is anything of it but its session.
    pub(crate) fn has_more(&self) -> bool {
        self.more.is_some()
    }

    /// Gives back the room for what it no longer has.
    pub(crate) fn shrink(&mut self) {
        if self.more.as_deref().is_some_and(|more| *more == NOTHING) {
            self.more = None;
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
    /// What a `WAIT` waits for, where there are replicas.
    pub(crate) wait: Option<Wait>,
}
