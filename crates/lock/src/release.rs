//! Giving a lock back.

use crate::algorithm::{Algorithm, Call};
use crate::operation::refusal;
use crate::{Grant, Happened, Operation, Progress, RequestId, Wants};
use lockstep_resp::{Blob, Reply};

/// Gives a lock back.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Release {
    call: Call,
    requests: u32,
}

/// How giving back a lock ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Released {
    /// The key was deleted.
    Released,
    /// Another owner holds the lock: ours had ended before. Nothing was
    /// deleted; whatever we did last we may not have done alone.
    NotOwner,
    /// Nobody holds the lock: ours had ended before.
    Expired,
    /// The server answered with an error, or something that is no answer.
    Refused {
        /// The server's text, its code first.
        text: Blob,
    },
    /// The answer was lost. Try again with the same grant, or let the lock end
    /// with its time to live.
    Indeterminate,
}

impl Release {
    /// Gives back what was granted, with the algorithm that took it.
    pub fn new(algorithm: Algorithm, grant: &Grant) -> Self {
        let call = algorithm.release(&grant.key, &grant.token);
        Self { call, requests: 0 }
    }

    fn send(&mut self) -> Progress<Released> {
        self.requests += 1;
        Wants::request(self.requests, self.call.command())
    }
}

impl Operation for Release {
    type Outcome = Released;

    fn resume(&mut self, _now_ms: u64, happened: Happened) -> Progress<Released> {
        let current = RequestId(self.requests);
        match happened {
            Happened::Started => self.send(),
            Happened::Replied { request, reply } if request == current => {
                if self.call.needs_body(&reply) {
                    return self.send();
                }
                Progress::Done(released(&self.call, reply))
            }
            Happened::Lost { request } if request == current => {
                Progress::Done(Released::Indeterminate)
            }
            // The echo of an earlier request changes nothing.
            _ => Progress::Wants(Wants::default()),
        }
    }
}

fn released(call: &Call, reply: Reply) -> Released {
    match (call, reply) {
        (_, Reply::Integer(1)) => Released::Released,
        // `DEL` counts what it deleted and asks nobody whose it was.
        (Call::Plain(_), Reply::Integer(0)) | (Call::Script(_), Reply::Integer(-1)) => {
            Released::Expired
        }
        (Call::Script(_), Reply::Integer(0)) => Released::NotOwner,
        (_, other) => Released::Refused { text: refusal(other) },
    }
}
