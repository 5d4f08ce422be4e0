//! A client at one moment.

use crate::LockIndex;
use lockstep_engine::ConnectionId;
use lockstep_lock::{
    Acquire, AcquireError, Extend, Extended, Grant, Happened, Operation, Progress, Release,
    Released, Request,
};
use std::collections::{BTreeMap, VecDeque};

/// A client at one moment: a position in its program, what it holds, and the
/// operation that it has running.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Client {
    pub(crate) connection: ConnectionId,
    pub(crate) position: usize,
    pub(crate) started: bool,
    pub(crate) finished: bool,
    /// It cannot go on before this moment of the world's clock.
    pub(crate) wait_until_ms: Option<i64>,
    /// It could have gone on since this moment, but time has moved instead.
    pub(crate) paused_since_ms: Option<i64>,
    pub(crate) running: Option<Running>,
    pub(crate) grants: BTreeMap<LockIndex, Grant>,
    /// How many tokens it has made up.
    pub(crate) tokens: u32,
}

/// How a client is at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It has not begun.
    NotStarted,
    /// It can go on.
    Ready,
    /// It could have gone on since this Unix millisecond, but time has moved
    /// instead: a pause of the process, whatever the cause.
    Paused {
        /// Since when.
        since_ms: i64,
    },
    /// It is busy until this Unix millisecond.
    Working {
        /// Until when.
        until_ms: i64,
    },
    /// It did not get a lock and tries again at this Unix millisecond.
    WaitingForLock {
        /// Until when.
        until_ms: i64,
    },
    /// It has come to its end.
    Finished,
}

impl Client {
    pub(crate) fn new(connection: ConnectionId, has_lines: bool) -> Self {
        Self {
            connection,
            position: 0,
            started: false,
            finished: !has_lines,
            wait_until_ms: None,
            paused_since_ms: None,
            running: None,
            grants: BTreeMap::new(),
            tokens: 0,
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

    /// How it is at `now_ms`.
    pub fn status(&self, now_ms: i64) -> Status {
        match self.wait_until_ms {
            _ if self.finished => Status::Finished,
            Some(until_ms) if until_ms > now_ms && self.running.is_some() => {
                Status::WaitingForLock { until_ms }
            }
            Some(until_ms) if until_ms > now_ms => Status::Working { until_ms },
            _ if !self.started => Status::NotStarted,
            _ => match self.paused_since_ms {
                Some(since_ms) => Status::Paused { since_ms },
                None => Status::Ready,
            },
        }
    }

    /// Whether it can take a step at `now_ms`.
    pub fn is_ready(&self, now_ms: i64) -> bool {
        !self.finished && self.wait_until_ms.is_none_or(|until_ms| until_ms <= now_ms)
    }

    /// Time moves to `to_ms` without it: since when that has been a pause.
    /// Beginning late is none, nor is waiting.
    pub(crate) fn time_moves(&mut self, from_ms: i64, to_ms: i64) {
        if self.finished || !self.started || self.paused_since_ms.is_some() {
            return;
        }
        let ready_ms = self.wait_until_ms.map_or(from_ms, |until| until.max(from_ms));
        if ready_ms < to_ms {
            self.paused_since_ms = Some(ready_ms);
        }
    }
}

/// A lock operation under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Running {
    pub(crate) lock: LockIndex,
    pub(crate) operation: AnyOperation,
    /// Commands that are still to be sent, one a step.
    pub(crate) unsent: VecDeque<Request>,
}

/// An operation of the lock library.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AnyOperation {
    Acquire(Acquire),
    Extend(Extend),
    Release(Release),
}

/// How an operation ended.
pub(crate) enum AnyOutcome {
    Acquire(Result<Grant, AcquireError>),
    Extend(Extended),
    Release(Released),
}

impl AnyOperation {
    pub(crate) fn resume(&mut self, now_ms: u64, happened: Happened) -> Progress<AnyOutcome> {
        match self {
            Self::Acquire(op) => op.resume(now_ms, happened).map(AnyOutcome::Acquire),
            Self::Extend(op) => op.resume(now_ms, happened).map(AnyOutcome::Extend),
            Self::Release(op) => op.resume(now_ms, happened).map(AnyOutcome::Release),
        }
    }
}
