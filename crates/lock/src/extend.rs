//! Giving a lock more time.

use crate::ballot::{Ballot, quorum};
use crate::lock::valid_until_ms;
use crate::{Grant, Happened, Lock, NodeIndex, Operation, Progress, Wants};
use lockstep_resp::Blob;

/// Gives a lock a new time to live, counted from now.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Extend {
    lock: Lock,
    grant: Grant,
    ids: u32,
    /// What was asked, and until when a yes is good: counted from before the
    /// question was sent.
    asked: Option<(Ballot, u64)>,
}

/// How extending a lock ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Extended {
    /// The lock lives on.
    Extended {
        /// Until when, in the client's time, the owner may rely on it.
        valid_until_ms: u64,
    },
    /// Another owner holds the lock: ours is lost, the work should stop.
    NotOwner,
    /// Nobody holds the lock: ours is lost, the work should stop.
    Expired,
    /// The longest lease is over: nothing was asked, and the lock ends when
    /// its validity does. The work should stop by then.
    LeaseOver,
    /// The majority is lost, the work should stop. Release the lock then, and
    /// never extend it again: what was put back on nodes that had forgotten it
    /// would count, though another owner may have come and gone.
    NoQuorum {
        /// How many nodes extended it.
        yes: u16,
        /// How many would have been needed.
        needed: u16,
    },
    /// A server answered with an error, or something that is no answer. The
    /// lock is ours until its former validity ends.
    Refused {
        /// Which node.
        node: NodeIndex,
        /// The server's text, its code first.
        text: Blob,
    },
    /// An answer was lost. The lock is ours until its former validity ends;
    /// try again before that.
    Indeterminate,
}

impl Extend {
    /// Gives what was granted the lock's time to live once more, from now on;
    /// less where the longest lease ends before. A node of several that has
    /// forgotten the lock gets it back, but only within its validity: after
    /// that nothing says that it was not another's meanwhile.
    pub fn new(lock: &Lock, grant: &Grant) -> Self {
        Self { lock: lock.clone(), grant: grant.clone(), ids: 0, asked: None }
    }

    /// The same where the newest request of others has this number: an answer to
    /// one of those is none to this.
    pub(crate) fn after(self, ids: u32) -> Self {
        Self { ids, ..self }
    }

    /// The number of its newest request.
    pub(crate) fn newest(&self) -> u32 {
        self.ids
    }

    /// Forgets how long ago it asked, where the validity is over by `now_ms`
    /// whatever the answer. Two states that differ only in that become equal.
    pub fn forget_past(&mut self, now_ms: u64) {
        if let Some((ballot, valid_until_ms)) = &mut self.asked {
            ballot.forget_past(now_ms);
            if *valid_until_ms < now_ms {
                *valid_until_ms = 0;
            }
        }
        self.grant.forget_past(now_ms);
    }

    fn ask(&mut self, now_ms: u64) -> Progress<Extended> {
        let Self { lock, grant, ids, .. } = self;
        let left_ms = grant.lease_until_ms.map_or(u64::MAX, |end| end.saturating_sub(now_ms));
        let ttl_ms = lock.asked_ttl_ms().min(left_ms);
        if ttl_ms == 0 || lock.lease_is_used_up(grant) {
            return Progress::Done(Extended::LeaseOver);
        }
        let valid = now_ms < grant.valid_until_ms;
        let call = lock.algorithm.extend(lock, &grant.token, ttl_ms, valid);
        let (ballot, progress) = Ballot::open(call, lock, now_ms, ids);
        self.asked = Some((ballot, valid_until_ms(now_ms, ttl_ms)));
        progress
    }
}

/// What the answers so far amount to.
fn count(lock: &Lock, ballot: &Ballot, valid_until_ms: u64) -> Option<Extended> {
    let (tally, needed) = (ballot.tally(), quorum(lock.asked_nodes()));
    let perhaps = tally.yes + tally.pending;
    if tally.yes >= needed {
        return Some(Extended::Extended { valid_until_ms });
    }
    if perhaps >= needed || (perhaps + tally.lost + tally.refused >= needed && tally.pending > 0) {
        return None;
    }
    if tally.yes + tally.lost >= needed {
        return Some(Extended::Indeterminate);
    }
    if let Some((node, text)) =
        ballot.refusal().filter(|_| tally.yes + tally.lost + tally.refused >= needed)
    {
        return Some(Extended::Refused { node, text });
    }
    if lock.asked_nodes() > 1 {
        return Some(Extended::NoQuorum { yes: tally.yes, needed });
    }
    let anothers = ballot.no().any(|n| n == 0);
    Some(if anothers { Extended::NotOwner } else { Extended::Expired })
}

impl Operation for Extend {
    type Outcome = Extended;

    fn resume(&mut self, now_ms: u64, happened: Happened) -> Progress<Extended> {
        if happened == Happened::Started {
            return self.ask(now_ms);
        }
        let Some((ballot, valid_until_ms)) = &mut self.asked else {
            return Wants::nothing();
        };
        if let Some(again) = ballot.hear(now_ms, happened, &mut self.ids) {
            return Wants::send(vec![again], None);
        }
        count(&self.lock, ballot, *valid_until_ms).map_or_else(Wants::nothing, Progress::Done)
    }

    fn shift(&mut self, earlier_by_ms: u64) {
        self.grant.shift(earlier_by_ms);
        if let Some((ballot, valid_until_ms)) = &mut self.asked {
            ballot.shift(earlier_by_ms);
            *valid_until_ms = valid_until_ms.saturating_sub(earlier_by_ms);
        }
    }
}
