//! Giving a lock more time.

use crate::acquire::valid_until_ms;
use crate::algorithm::{Algorithm, Call};
use crate::operation::refusal;
use crate::{Grant, Happened, Operation, Progress, RequestId, Wants};
use lockstep_resp::{Blob, Reply};

/// Gives a lock a new time to live, counted from now.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Extend {
    call: Call,
    ttl_ms: u64,
    requests: u32,
    /// Validity counts from before the command was sent.
    sent_at_ms: u64,
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
    /// The server answered with an error, or something that is no answer.
    Refused {
        /// The server's text, its code first.
        text: Blob,
    },
    /// The answer was lost. The lock is ours until its former validity ends;
    /// try again before that.
    Indeterminate,
}

impl Extend {
    /// Gives what was granted `ttl_ms` more milliseconds from now (0 counts as
    /// 1), with the algorithm that took it.
    pub fn new(algorithm: Algorithm, grant: &Grant, ttl_ms: u64) -> Self {
        let ttl_ms = ttl_ms.max(1);
        let call = algorithm.extend(&grant.key, &grant.token, ttl_ms);
        Self { call, ttl_ms, requests: 0, sent_at_ms: 0 }
    }

    fn send(&mut self, now_ms: u64) -> Progress<Extended> {
        self.requests += 1;
        self.sent_at_ms = now_ms;
        Wants::request(self.requests, self.call.command())
    }

    fn extended(&self, reply: Reply) -> Extended {
        match (&self.call, reply) {
            (_, Reply::Integer(1)) => {
                let valid_until_ms = valid_until_ms(self.sent_at_ms, self.ttl_ms);
                Extended::Extended { valid_until_ms }
            }
            // `PEXPIRE` says whether there was a key and asks nobody whose.
            (Call::Plain(_), Reply::Integer(0)) | (Call::Script(_), Reply::Integer(-1)) => {
                Extended::Expired
            }
            (Call::Script(_), Reply::Integer(0)) => Extended::NotOwner,
            (_, other) => Extended::Refused { text: refusal(other) },
        }
    }
}

impl Operation for Extend {
    type Outcome = Extended;

    fn resume(&mut self, now_ms: u64, happened: Happened) -> Progress<Extended> {
        let current = RequestId(self.requests);
        match happened {
            Happened::Started => self.send(now_ms),
            Happened::Replied { request, reply } if request == current => {
                if self.call.needs_body(&reply) {
                    return self.send(now_ms);
                }
                Progress::Done(self.extended(reply))
            }
            Happened::Lost { request } if request == current => {
                Progress::Done(Extended::Indeterminate)
            }
            // The echo of an earlier request changes nothing.
            _ => Progress::Wants(Wants::default()),
        }
    }
}
