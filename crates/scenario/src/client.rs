//! A client at one moment.

mod status;
mod work;

pub use status::Status;
pub(crate) use status::{Outlook, in_world_ms};
pub(crate) use work::{AnyOperation, AnyOutcome, Awaited, Beside, Outgoing, Running};

use crate::node::Connections;
use crate::turn::client_ms;
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

/// The clock of a client at the beginning of every scenario: operations see
/// the monotonic time of their own client.
pub const CLIENT_STARTED_AT_MS: u64 = 1 << 40;

impl Client {
    pub(crate) fn new(connections: Connections, has_lines: bool) -> Self {
        Self {
            connections,
            position: 0,
            started: false,
            finished: !has_lines,
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

    /// What it has read, by row.
    pub fn read(&self) -> impl Iterator<Item = (ResourceIndex, i64)> {
        self.read.iter().map(|(row, value)| (*row, *value))
    }

    /// Moves every moment that it remembers earlier.
    pub(crate) fn shift(&mut self, earlier_by_ms: i64) {
        let by_ms = u64::try_from(earlier_by_ms).unwrap_or(0);
        if let Some(until_ms) = &mut self.busy_until_ms {
            *until_ms = until_ms.saturating_sub(earlier_by_ms);
        }
        if let Some(running) = &mut self.running {
            running.shift(by_ms);
        }
        for beside in self.beside.values_mut() {
            beside.shift(by_ms);
        }
        for grant in self.grants.values_mut().chain(self.outer.iter_mut().map(|(_, g)| g)) {
            grant.shift(by_ms);
        }
    }

    /// Forgets what decides nothing any more at `now_ms` of the world's clock:
    /// whatever is over is the same, however long ago it was.
    pub(crate) fn forget_past(&mut self, now_ms: i64) {
        let client_now_ms = client_ms(now_ms);
        self.busy_until_ms = self.busy_until_ms.map(|until_ms| until_ms.max(now_ms));
        if let Some(running) = &mut self.running {
            running.forget_past(client_now_ms);
        }
        for beside in self.beside.values_mut() {
            beside.forget_past(client_now_ms);
        }
        for grant in self.grants.values_mut().chain(self.outer.iter_mut().map(|(_, g)| g)) {
            grant.forget_past(client_now_ms);
        }
    }
}
