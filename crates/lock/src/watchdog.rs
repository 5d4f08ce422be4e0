//! Keeping a lock alive beside the work.

use crate::extend::{Extend, Extended};
use crate::{Grant, Happened, Lock, Operation, Progress, Resume, Wants};

/// Extends a lock at each third of its time to live, until the lock is lost or
/// its longest lease is over. It runs beside the work and is dropped with it:
/// a watchdog that outlives its work keeps the lock for ever.
///
/// It does not promise to keep the lock: a process that pauses pauses its
/// watchdog too. Once the validity has passed it does not ask any more, since
/// the work that relied on it may already have been alone no longer.
///
/// Source of the third: Redisson, which renews 30 seconds every 10.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Watchdog {
    lock: Lock,
    grant: Grant,
    /// The newest request of any of its extensions.
    ids: u32,
    phase: Phase,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Phase {
    Resting,
    Extending(Box<Extend>),
}

/// Why a watchdog has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Loss {
    /// Another owner has the lock.
    #[error("another owner has the lock")]
    NotOwner,
    /// Nobody has the lock.
    #[error("the lock has ended")]
    Expired,
    /// A majority of the nodes does not have the lock any more.
    #[error("a majority of the nodes does not have the lock any more")]
    NoQuorum,
    /// The longest lease is over, and with it the validity.
    #[error("the longest lease of the lock is over")]
    LeaseOver,
    /// The validity has passed without a successful extension: the servers
    /// did not answer, or this process was paused.
    #[error("the lock could not be extended in time")]
    NotExtended,
}

impl Watchdog {
    /// Keeps what was granted.
    pub fn new(lock: &Lock, grant: &Grant) -> Self {
        Self { lock: lock.clone(), grant: grant.clone(), ids: 0, phase: Phase::Resting }
    }

    /// Until when, in the client's time, the owner may rely on the lock.
    pub fn valid_until_ms(&self) -> u64 {
        self.grant.valid_until_ms
    }

    /// Forgets how long ago its moments were. Two states that differ only in
    /// that become equal.
    pub fn forget_past(&mut self, now_ms: u64) {
        self.grant.forget_past(now_ms);
        match &mut self.phase {
            Phase::Resting => self.ids = 0,
            Phase::Extending(extend) => extend.forget_past(now_ms),
        }
    }

    /// Rests until it is time to extend again: a third of the time to live
    /// after the last success, a tenth after a failure; the validity's end is
    /// waited for if there is nothing more to do.
    fn rest(&mut self, now_ms: u64, part: u64) -> Progress<Loss> {
        self.phase = Phase::Resting;
        let pause_ms = if self.is_last() { u64::MAX } else { self.lock.asked_ttl_ms() / part };
        let at_ms = now_ms.saturating_add(pause_ms.max(1)).min(self.grant.valid_until_ms);
        Progress::Wants(Wants { resume: Some(Resume::at(at_ms)), ..Wants::default() })
    }

    fn is_last(&self) -> bool {
        self.lock.lease_is_used_up(&self.grant)
    }

    fn awake(&mut self, now_ms: u64) -> Progress<Loss> {
        if now_ms >= self.grant.valid_until_ms {
            return Progress::Done(if self.is_last() {
                Loss::LeaseOver
            } else {
                Loss::NotExtended
            });
        }
        let mut extend = Box::new(Extend::new(&self.lock, &self.grant).after(self.ids));
        let mut progress = extend.resume(now_ms, Happened::Started);
        self.ids = extend.newest();
        if let Progress::Wants(wants) = &mut progress {
            // However long an answer takes, the validity ends when it ends.
            wants.resume.get_or_insert(Resume::at(self.grant.valid_until_ms));
        }
        self.phase = Phase::Extending(extend);
        self.go_on(now_ms, progress)
    }

    fn go_on(&mut self, now_ms: u64, progress: Progress<Extended>) -> Progress<Loss> {
        let extended = match progress {
            Progress::Wants(mut wants) => {
                let end_ms = self.grant.valid_until_ms;
                wants.resume = wants.resume.map(|resume| resume.until(Some(end_ms)));
                return Progress::Wants(wants);
            }
            Progress::Done(extended) => extended,
        };
        match extended {
            Extended::Extended { valid_until_ms } => {
                self.grant.valid_until_ms = valid_until_ms;
                self.rest(now_ms, 3)
            }
            Extended::NotOwner => Progress::Done(Loss::NotOwner),
            Extended::Expired => Progress::Done(Loss::Expired),
            Extended::NoQuorum { .. } => Progress::Done(Loss::NoQuorum),
            Extended::LeaseOver | Extended::Refused { .. } | Extended::Indeterminate => {
                self.rest(now_ms, 10)
            }
        }
    }
}

impl Operation for Watchdog {
    type Outcome = Loss;

    fn resume(&mut self, now_ms: u64, happened: Happened) -> Progress<Loss> {
        match (&mut self.phase, happened) {
            (Phase::Resting, Happened::Started) => self.rest(now_ms, 3),
            (Phase::Resting, Happened::DeadlineReached) => self.awake(now_ms),
            (Phase::Extending(_), Happened::DeadlineReached)
                if now_ms >= self.grant.valid_until_ms =>
            {
                Progress::Done(Loss::NotExtended)
            }
            (Phase::Extending(extend), happened) => {
                let progress = extend.resume(now_ms, happened);
                self.ids = extend.newest();
                self.go_on(now_ms, progress)
            }
            (Phase::Resting, _) => Wants::nothing(),
        }
    }

    fn shift(&mut self, earlier_by_ms: u64) {
        self.grant.shift(earlier_by_ms);
        if let Phase::Extending(extend) = &mut self.phase {
            extend.shift(earlier_by_ms);
        }
    }
}
