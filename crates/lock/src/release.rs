//! Giving a lock back.

use crate::ballot::{Ballot, quorum};
use crate::{Grant, Happened, Lock, NodeIndex, Operation, Progress, Token, Wants};
use lockstep_resp::Blob;

/// Gives a lock back.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Release {
    lock: Lock,
    token: Token,
    ids: u32,
    asked: Option<Ballot>,
}

/// How giving back a lock ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Released {
    /// It is free.
    Released,
    /// The owner has it still, through acquisitions of its own around this
    /// one ([`Algorithm::Reentrant`](crate::Algorithm::Reentrant)).
    StillHeld {
        /// How many.
        holds: u64,
    },
    /// Another owner holds the lock: ours had ended before. Nothing was
    /// deleted; whatever we did last we may not have done alone.
    NotOwner,
    /// Nobody holds the lock: ours had ended before.
    Expired,
    /// A server answered with an error, or something that is no answer.
    Refused {
        /// Which node.
        node: NodeIndex,
        /// The server's text, its code first.
        text: Blob,
    },
    /// An answer was lost. Try again with the same grant, or let the lock end
    /// with its time to live. A second try that finds the lock gone says
    /// `Expired`, though it may have been the first that released it.
    Indeterminate,
}

/// When a release in the background is tried again: for as long as the lock
/// could live, after pauses that double, since a node that stays dead must not
/// cost more and more. The naive locks get one try: a second could remove
/// another's.
#[cfg(feature = "redis")]
pub(crate) struct Tries {
    pause_ms: u64,
    until_ms: u64,
}

#[cfg(feature = "redis")]
impl Tries {
    /// The first is at `now_ms`.
    pub(crate) fn new(lock: &Lock, now_ms: u64) -> Self {
        let most_ms = if lock.algorithm.compares() { lock.ttl_ms } else { 0 };
        let pause_ms = (lock.ttl_ms / 20).clamp(1, 100);
        Self { pause_ms, until_ms: now_ms.saturating_add(most_ms) }
    }

    /// When the next is, after one that failed at `now_ms`; `None` if that was
    /// the last.
    pub(crate) fn again_ms(&mut self, now_ms: u64) -> Option<u64> {
        let again_ms = now_ms.saturating_add(self.pause_ms);
        self.pause_ms = self.pause_ms.saturating_mul(2);
        (again_ms < self.until_ms).then_some(again_ms)
    }
}

impl Release {
    /// Gives back what was granted.
    pub fn new(lock: &Lock, grant: &Grant) -> Self {
        Self::abandon(lock, &grant.token)
    }

    /// Gives back what may have been granted under this token: an acquisition
    /// that was given up half-way. It also gives up a place in a queue. The
    /// naive locks cannot be abandoned: their `DEL` would as well remove
    /// another's.
    pub fn abandon(lock: &Lock, token: &Token) -> Self {
        Self { lock: lock.clone(), token: token.clone(), ids: 0, asked: None }
    }

    /// The same within another operation, whose newest request has this number.
    pub(crate) fn after(self, ids: u32) -> Self {
        Self { ids, ..self }
    }

    fn ask(&mut self, now_ms: u64) -> Progress<Released> {
        let call = self.lock.algorithm.release(&self.lock, &self.token);
        let (ballot, progress) = Ballot::open(call, &self.lock, now_ms, &mut self.ids);
        self.asked = Some(ballot);
        progress
    }
}

/// What all answers amount to. One that is missing is waited for, so that the
/// caller knows how many nodes still have the lock.
fn count(lock: &Lock, ballot: &Ballot) -> Option<Released> {
    let (tally, needed) = (ballot.tally(), quorum(lock.asked_nodes()));
    if tally.pending > 0 {
        return None;
    }
    Some(if tally.yes >= needed {
        match ballot.yes().next() {
            Some(n) if n > 1 => Released::StillHeld { holds: n.unsigned_abs() - 1 },
            _ => Released::Released,
        }
    } else if tally.yes + tally.lost >= needed {
        Released::Indeterminate
    } else if let Some((node, text)) =
        ballot.refusal().filter(|_| tally.yes + tally.lost + tally.refused >= needed)
    {
        Released::Refused { node, text }
    } else if ballot.no().any(|n| n == 0) {
        Released::NotOwner
    } else {
        Released::Expired
    })
}

impl Operation for Release {
    type Outcome = Released;

    fn resume(&mut self, now_ms: u64, happened: Happened) -> Progress<Released> {
        if happened == Happened::Started {
            return self.ask(now_ms);
        }
        let Some(ballot) = &mut self.asked else {
            return Wants::nothing();
        };
        if let Some(again) = ballot.hear(now_ms, happened, &mut self.ids) {
            return Wants::send(vec![again], None);
        }
        count(&self.lock, ballot).map_or_else(Wants::nothing, Progress::Done)
    }

    fn shift(&mut self, earlier_by_ms: u64) {
        if let Some(ballot) = &mut self.asked {
            ballot.shift(earlier_by_ms);
        }
    }
}
