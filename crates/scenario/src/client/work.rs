//! The lock operations that a client has running.

use crate::LockIndex;
use lockstep_lock::{
    Acquire, AcquireError, Extend, Extended, Grant, Happened, NodeIndex, Operation, Progress,
    Release, Released, Request, RequestId, Watchdog,
};
use lockstep_resp::Blob;
use std::collections::VecDeque;

/// A lock operation under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Running {
    pub(crate) lock: LockIndex,
    pub(crate) operation: AnyOperation,
    /// What is still to be sent, one a step.
    pub(crate) unsent: VecDeque<Outgoing>,
    /// A request whose answer comes later.
    pub(crate) awaited: Option<Awaited>,
    /// When it wants to be resumed, by the client's clock.
    pub(crate) resume_at_ms: Option<u64>,
    /// The nodes that it has asked since it last waited, a bit each.
    pub(crate) asked: u16,
    /// Whether it listens for a release.
    pub(crate) listens: bool,
    /// Whether a client that does not get the lock goes on all the same.
    pub(crate) only_tries: bool,
    /// How it ended, though not everything is sent yet.
    pub(crate) outcome: Option<AnyOutcome>,
}

/// What is still to be sent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Outgoing {
    Request(Request),
    Subscribe(Blob),
}

impl Outgoing {
    /// Where it goes.
    pub(crate) fn node(&self) -> NodeIndex {
        match self {
            Self::Request(request) => request.node,
            Self::Subscribe(_) => NodeIndex(0),
        }
    }
}

/// A request whose answer comes later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Awaited {
    pub(crate) request: RequestId,
    pub(crate) node: NodeIndex,
}

/// A watchdog beside the work.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Beside {
    pub(crate) watchdog: Watchdog,
    pub(crate) unsent: VecDeque<Request>,
    pub(crate) resume_at_ms: Option<u64>,
    /// Time has moved although it could have gone on.
    pub(crate) paused: bool,
}

/// An operation of the lock library.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AnyOperation {
    Acquire(Box<Acquire>),
    Extend(Box<Extend>),
    Release(Box<Release>),
}

/// How an operation ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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

    fn shift(&mut self, by_ms: u64) {
        match self {
            Self::Acquire(op) => op.shift(by_ms),
            Self::Extend(op) => op.shift(by_ms),
            Self::Release(op) => op.shift(by_ms),
        }
    }

    fn forget_past(&mut self, now_ms: u64) {
        match self {
            Self::Acquire(op) => op.forget_past(now_ms),
            Self::Extend(op) => op.forget_past(now_ms),
            Self::Release(_) => {}
        }
    }
}

impl Running {
    /// The lock, if it is being taken.
    pub(super) fn takes(&self) -> Option<LockIndex> {
        matches!(self.operation, AnyOperation::Acquire(_)).then_some(self.lock)
    }

    pub(super) fn shift(&mut self, by_ms: u64) {
        self.operation.shift(by_ms);
        if let Some(at_ms) = &mut self.resume_at_ms {
            *at_ms = at_ms.saturating_sub(by_ms);
        }
        if let Some(AnyOutcome::Acquire(Ok(grant))) = &mut self.outcome {
            grant.shift(by_ms);
        }
    }

    /// Forgets what decides nothing any more at `now_ms` of the client's clock.
    pub(crate) fn forget_past(&mut self, now_ms: u64) {
        self.operation.forget_past(now_ms);
        self.resume_at_ms = self.resume_at_ms.map(|at_ms| over(at_ms, now_ms));
    }
}

/// A moment that is over is the same, however long ago it was.
fn over(at_ms: u64, now_ms: u64) -> u64 {
    if at_ms <= now_ms { 0 } else { at_ms }
}

impl Beside {
    /// Forgets what decides nothing any more at `now_ms` of the client's clock.
    pub(super) fn forget_past(&mut self, now_ms: u64) {
        self.watchdog.forget_past(now_ms);
        self.resume_at_ms = self.resume_at_ms.map(|at_ms| over(at_ms, now_ms));
    }

    pub(super) fn shift(&mut self, by_ms: u64) {
        self.watchdog.shift(by_ms);
        if let Some(at_ms) = &mut self.resume_at_ms {
            *at_ms = at_ms.saturating_sub(by_ms);
        }
    }
}
