//! A client at one moment.

mod clock;
mod status;
mod work;

pub use clock::CLIENT_STARTED_AT_MS;
pub(crate) use status::Outlook;
pub use status::Status;
pub(crate) use work::{AnyOperation, AnyOutcome, Awaited, Beside, Outgoing, Running};

use crate::node::Connections;
use crate::{LockIndex, ResourceIndex};
use lockstep_lock::Grant;
use lockstep_resp::Reply;
use std::collections::BTreeMap;

/// A client at one moment: a position in its program, a few variables, what it
/// holds, and the operations that it has running.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Client {
    pub(crate) connections: Connections,
    pub(crate) position: usize,
    pub(crate) started: bool,
    pub(crate) finished: bool,
    /// How far its clock is ahead of the world's.
    ahead_ms: i64,
    /// It is busy until this moment of the world's clock.
    pub(crate) busy_until_ms: Option<i64>,
    /// Time has moved although it could have gone on.
    pub(crate) paused: bool,
    pub(crate) running: Option<Running>,
    /// A plain command of the program that has no answer yet.
    pub(crate) blocked: bool,
    /// Watchdogs beside the work.
    pub(crate) beside: BTreeMap<LockIndex, Beside>,
    pub(crate) grants: BTreeMap<LockIndex, Grant>,
    /// What it held before it took the same reentrant lock again, the outermost
    /// first.
    pub(crate) outer: Vec<(LockIndex, Grant)>,
    /// How many tokens it has made up.
    pub(crate) tokens: u32,
    /// How often it has begun again, where that is limited.
    pub(crate) retries: u32,
    /// Whether the last thing that can fail was done.
    pub(crate) done: bool,
    /// The last reply to a plain command, if the program asks for it.
    pub(crate) reply: Option<Reply>,
    /// What it has read.
    pub(crate) read: BTreeMap<ResourceIndex, i64>,
}

impl Client {
    pub(crate) fn new(connections: Connections, has_lines: bool) -> Self {
        Self {
            connections,
            position: 0,
            started: false,
            finished: !has_lines,
            ahead_ms: 0,
            busy_until_ms: None,
            paused: false,
            running: None,
            blocked: false,
            beside: BTreeMap::new(),
            grants: BTreeMap::new(),
            outer: Vec::new(),
            tokens: 0,
            retries: 0,
            done: false,
            reply: None,
            read: BTreeMap::new(),
        }
    }

    /// The line of its program at which it stands, counted from 0; the number
    /// of lines when it is through.
    pub fn position(&self) -> usize {
        self.position
    }

    /// What it believes to hold.
    pub fn grants(&self) -> impl Iterator<Item = (LockIndex, &Grant)> {
        self.grants.iter().map(|(lock, grant)| (*lock, grant))
    }

    /// The lock that it is taking, as long as it has not got it or given up.
    pub fn takes(&self) -> Option<LockIndex> {
        self.running.as_ref().and_then(Running::takes)
    }

    /// What it has read, by row.
    pub fn read(&self) -> impl Iterator<Item = (ResourceIndex, i64)> {
        self.read.iter().map(|(row, value)| (*row, *value))
    }
}
