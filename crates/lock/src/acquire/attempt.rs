//! One attempt at a lock: from the first question to a grant, or to having
//! given back what was granted in part.

use super::AcquireError;
use crate::ballot::{Ballot, Tally, quorum};
use crate::call::{Call, Form};
use crate::lock::{bounded_ms, valid_until_ms};
use crate::script::{Draft, RAISE_FENCE};
use crate::{Algorithm, Grant, Happened, Lock, Progress, Token, Wants};
use lockstep_resp::{Blob, Command};

/// One attempt, under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Attempt {
    /// Until when it may be relied on: counted from before the first command
    /// was sent, since the server may have applied it at once.
    valid_until_ms: u64,
    lease_until_ms: Option<u64>,
    ballot: Ballot,
    stage: Stage,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Stage {
    /// The question itself.
    Asking,
    /// Asked for and granted; a second round completes it.
    Completing { fencing_token: Option<i64> },
    /// Given back, for this reason.
    GivingBack(Failure),
}

/// How an attempt failed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Failure {
    /// It is another's. It ends by itself after so many milliseconds, if that
    /// is known.
    Taken { left_ms: Option<u64> },
    /// Trying again may help, as for `NoQuorum`.
    Passing(AcquireError),
    /// It would not help.
    Final(AcquireError),
}

type Step = Progress<Result<Grant, Failure>>;

impl Attempt {
    /// Asks for the lock; with `telling` in a way whose no says how long.
    pub(super) fn new(
        lock: &Lock,
        token: &Token,
        telling: bool,
        now_ms: u64,
        ids: &mut u32,
    ) -> (Self, Step) {
        let call = lock.algorithm.acquire(lock, token, telling);
        let (ballot, step) = Ballot::open(call, lock, now_ms, ids);
        let valid_until_ms = valid_until_ms(now_ms, lock.asked_ttl_ms());
        let lease_until_ms = lock.max_lease_ms.map(|ms| now_ms.saturating_add(ms));
        (Self { valid_until_ms, lease_until_ms, ballot, stage: Stage::Asking }, step)
    }

    /// Forgets how long ago its validity ended.
    pub(super) fn forget_past(&mut self, now_ms: u64) {
        if self.valid_until_ms < now_ms {
            self.valid_until_ms = 0;
            self.lease_until_ms = None;
        }
        self.ballot.forget_past(now_ms);
    }

    /// Goes on with what happened.
    pub(super) fn resume(
        &mut self,
        lock: &Lock,
        token: &Token,
        now_ms: u64,
        happened: Happened,
        ids: &mut u32,
    ) -> Step {
        if let Some(again) = self.ballot.hear(now_ms, happened, ids) {
            return Wants::send(vec![again], None);
        }
        let mut turn = Turn { attempt: self, lock, token, now_ms, ids };
        match turn.attempt.stage.clone() {
            Stage::Asking => turn.asked(),
            Stage::Completing { fencing_token } => turn.completed(fencing_token),
            Stage::GivingBack(failure) => {
                let pending = self.ballot.tally().pending;
                if pending > 0 { Wants::nothing() } else { Progress::Done(Err(failure)) }
            }
        }
    }

    /// See [`Operation::shift`](crate::Operation::shift).
    pub(super) fn shift(&mut self, earlier_by_ms: u64) {
        self.valid_until_ms = self.valid_until_ms.saturating_sub(earlier_by_ms);
        if let Some(until_ms) = &mut self.lease_until_ms {
            *until_ms = until_ms.saturating_sub(earlier_by_ms);
        }
        self.ballot.shift(earlier_by_ms);
    }
}

/// An attempt with all that it needs to go on.
struct Turn<'a> {
    attempt: &'a mut Attempt,
    lock: &'a Lock,
    token: &'a Token,
    now_ms: u64,
    ids: &'a mut u32,
}

impl Turn<'_> {
    fn asked(&mut self) -> Step {
        let (tally, nodes) = (self.attempt.ballot.tally(), self.lock.asked_nodes());
        let needed = quorum(nodes);
        if tally.yes >= needed {
            return self.granted();
        }
        if tally.yes + tally.pending >= needed {
            return Wants::nothing();
        }
        if nodes > 1 {
            return self.give_back(self.no_quorum(tally));
        }
        if let Some((node, text)) = self.attempt.ballot.refusal() {
            // Whatever it was that the server said, it has not said no.
            let refused = AcquireError::Refused { key: self.key(), node, text };
            return Progress::Done(Err(Failure::Final(refused)));
        }
        if tally.lost > 0 {
            return self.give_back(self.indeterminate());
        }
        let left_ms = self.attempt.ballot.no().next().and_then(|ms| u64::try_from(ms).ok());
        Progress::Done(Err(Failure::Taken { left_ms }))
    }

    /// A majority said yes. Some locks need a second round.
    fn granted(&mut self) -> Step {
        let fencing_token =
            self.attempt.ballot.yes().max().filter(|_| self.lock.fenced).filter(|&n| n > 0);
        let call = match (self.lock.algorithm, fencing_token) {
            (Algorithm::SetnxExpire, _) => {
                self.lock.algorithm.extend(self.lock, self.token, self.lock.asked_ttl_ms(), true)
            }
            (Algorithm::Replicated, _) => wait_for_replicas(self.lock),
            (Algorithm::RedLock, Some(fence)) => raise_fence(self.lock, fence),
            _ => return self.complete(fencing_token),
        };
        self.attempt.stage = Stage::Completing { fencing_token };
        self.open(call)
    }

    fn completed(&mut self, fencing_token: Option<i64>) -> Step {
        let (tally, nodes) = (self.attempt.ballot.tally(), self.lock.asked_nodes());
        let needed = quorum(nodes);
        if tally.yes + tally.pending < needed {
            if nodes > 1 {
                return self.give_back(self.no_quorum(tally));
            }
            if let Some((node, text)) = self.attempt.ballot.refusal() {
                let refused = AcquireError::Refused { key: self.key(), node, text };
                return self.give_back(Failure::Final(refused));
            }
            return self.give_back(self.indeterminate());
        }
        if tally.yes < needed {
            return Wants::nothing();
        }
        if self.lock.algorithm == Algorithm::Replicated {
            let confirmed = self.attempt.ballot.yes().next().unwrap_or(0);
            let confirmed = u16::try_from(confirmed).unwrap_or(0);
            let needed = self.lock.replicas;
            if confirmed < needed {
                let key = self.key();
                return self.give_back(Failure::Passing(AcquireError::NotReplicated {
                    key,
                    confirmed,
                    needed,
                }));
            }
        }
        self.complete(fencing_token)
    }

    fn complete(&mut self, fencing_token: Option<i64>) -> Step {
        let Attempt { valid_until_ms, lease_until_ms, .. } = *self.attempt;
        if self.now_ms >= valid_until_ms {
            return self.give_back(Failure::Passing(AcquireError::TooLate { key: self.key() }));
        }
        Progress::Done(Ok(Grant {
            key: self.key(),
            token: self.token.clone(),
            fencing_token,
            valid_until_ms,
            lease_until_ms,
        }))
    }

    /// Releases on every node, also on those that did not answer: their answer
    /// may be all that was lost. The naive locks cannot: their `DEL` would as
    /// well remove another's.
    fn give_back(&mut self, failure: Failure) -> Step {
        if !self.lock.algorithm.compares() {
            return Progress::Done(Err(failure));
        }
        self.attempt.stage = Stage::GivingBack(failure);
        self.open(self.lock.algorithm.release(self.lock, self.token))
    }

    fn open(&mut self, call: Call) -> Step {
        let (ballot, step) = Ballot::open(call, self.lock, self.now_ms, self.ids);
        self.attempt.ballot = ballot;
        step
    }

    fn no_quorum(&self, tally: Tally) -> Failure {
        let nodes = self.lock.asked_nodes();
        Failure::Passing(AcquireError::NoQuorum {
            key: self.key(),
            granted: tally.yes,
            needed: quorum(nodes),
            nodes,
            taken: tally.no,
            unreachable: tally.lost + tally.refused + tally.pending,
        })
    }

    fn indeterminate(&self) -> Failure {
        // Its end is told by a second command, which may not have arrived.
        let has_end = self.lock.algorithm != Algorithm::SetnxExpire;
        let ttl_ms = has_end.then_some(self.lock.ttl_ms);
        Failure::Final(AcquireError::Indeterminate { key: self.key(), ttl_ms })
    }

    fn key(&self) -> Blob {
        self.lock.key.clone()
    }
}

fn wait_for_replicas(lock: &Lock) -> Call {
    // A timeout of 0 would wait for ever.
    let (replicas, timeout) =
        (lock.replicas.to_string(), bounded_ms(lock.node_timeout_ms).to_string());
    let command = Command::new(["WAIT", &replicas, &timeout]);
    Call::Plain { command, form: Form::Number }
}

/// Two majorities have a node in common: told to a majority before the lock is
/// granted, the number is known to one of those that the next owner asks.
fn raise_fence(lock: &Lock, fence: i64) -> Call {
    let call = Draft::new(&RAISE_FENCE).key(lock.fence_key());
    call.arg(fence.to_string().as_bytes().into()).into()
}
