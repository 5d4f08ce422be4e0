//! Taking a lock.

use crate::algorithm::{Algorithm, Call};
use crate::operation::refusal;
use crate::{Happened, Operation, Progress, RequestId, Retry, Token, Wants};
use lockstep_resp::{Blob, Reply};

/// Takes a lock: tries, and tries again as its [`Retry`] says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Acquire {
    algorithm: Algorithm,
    key: Blob,
    token: Token,
    ttl_ms: u64,
    retry: Retry,
    /// Attempts made, the one under way included; also the newest request.
    attempts: u32,
    /// When the attempt under way began: validity counts from before the
    /// command was sent, since the server may have applied it at once.
    attempt_at_ms: u64,
    phase: Phase,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Phase {
    Trying,
    /// The answer to an attempt was lost, so the lock may be ours unknown to
    /// us: it is given back before anything else.
    CleaningUp(Call),
}

/// A lock that was taken.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grant {
    /// The lock's key.
    pub key: Blob,
    /// By which the owner knows its lock again.
    pub token: Token,
    /// Until when, in the client's time, the owner may rely on it.
    pub valid_until_ms: u64,
}

/// Why a lock was not taken.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum AcquireError {
    /// Others held it at every attempt. Try again later, or do without.
    #[error("the lock {} is taken; {attempts} attempts were made", lossy(.key))]
    Taken {
        /// The lock's key.
        key: Blob,
        /// How many attempts were made.
        attempts: u32,
    },
    /// The server answered with an error, or something that is no answer. The
    /// lock was not taken; what the text says has to be mended first.
    #[error("the server refused to take the lock {}: {}", lossy(.key), lossy(.text))]
    Refused {
        /// The lock's key.
        key: Blob,
        /// The server's text, its code first.
        text: Blob,
    },
    /// The answer was lost. The lock may have been taken; a release was sent,
    /// and if that was lost too, the lock ends with its time to live.
    #[error("no answer on taking the lock {}: it may stay taken for {ttl_ms} ms", lossy(.key))]
    Indeterminate {
        /// The lock's key.
        key: Blob,
        /// How long the lock can last, in milliseconds.
        ttl_ms: u64,
    },
}

fn lossy(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

impl Acquire {
    /// Takes the lock `key` for `ttl_ms` milliseconds (0 counts as 1: Redis
    /// knows no shorter life) under a token that nobody else uses.
    pub fn new(algorithm: Algorithm, key: Blob, token: Token, ttl_ms: u64, retry: Retry) -> Self {
        Self {
            algorithm,
            key,
            token,
            ttl_ms: ttl_ms.max(1),
            retry,
            attempts: 0,
            attempt_at_ms: 0,
            phase: Phase::Trying,
        }
    }

    fn attempt(&mut self, now_ms: u64) -> Progress<Result<Grant, AcquireError>> {
        self.attempts = self.attempts.saturating_add(1);
        self.attempt_at_ms = now_ms;
        let command = self.algorithm.acquire(&self.key, &self.token, self.ttl_ms);
        Wants::request(self.attempts, command)
    }

    fn tried(&mut self, now_ms: u64, reply: Reply) -> Progress<Result<Grant, AcquireError>> {
        let key = self.key.clone();
        match reply {
            Reply::Simple(status) if status == "OK" => Progress::Done(Ok(Grant {
                key,
                token: self.token.clone(),
                valid_until_ms: valid_until_ms(self.attempt_at_ms, self.ttl_ms),
            })),
            reply if reply.is_nil() => match self.retry.after(self.attempts, now_ms) {
                Some(resume) => Progress::Wants(Wants { send: vec![], resume: Some(resume) }),
                None => {
                    let attempts = self.attempts;
                    Progress::Done(Err(AcquireError::Taken { key, attempts }))
                }
            },
            // Anything else is no lock: inside `MULTI` it is only `QUEUED`.
            other => {
                let text = refusal(other);
                Progress::Done(Err(AcquireError::Refused { key, text }))
            }
        }
    }

    /// Gives back what may have been taken. The naive lock cannot: its `DEL`
    /// would as well remove another's.
    fn clean_up(&mut self) -> Progress<Result<Grant, AcquireError>> {
        match self.algorithm.release(&self.key, &self.token) {
            Call::Plain(_) => self.indeterminate(),
            call @ Call::Script(_) => {
                let command = call.command();
                self.phase = Phase::CleaningUp(call);
                self.send_again(command)
            }
        }
    }

    fn send_again(
        &mut self,
        command: lockstep_resp::Command,
    ) -> Progress<Result<Grant, AcquireError>> {
        self.attempts = self.attempts.saturating_add(1);
        Wants::request(self.attempts, command)
    }

    fn indeterminate(&self) -> Progress<Result<Grant, AcquireError>> {
        let (key, ttl_ms) = (self.key.clone(), self.ttl_ms);
        Progress::Done(Err(AcquireError::Indeterminate { key, ttl_ms }))
    }
}

impl Operation for Acquire {
    type Outcome = Result<Grant, AcquireError>;

    fn resume(&mut self, now_ms: u64, happened: Happened) -> Progress<Self::Outcome> {
        let current = RequestId(self.attempts);
        match (&mut self.phase, happened) {
            (Phase::Trying, Happened::Started | Happened::DeadlineReached) => self.attempt(now_ms),
            (Phase::Trying, Happened::Replied { request, reply }) if request == current => {
                self.tried(now_ms, reply)
            }
            (Phase::Trying, Happened::Lost { request }) if request == current => self.clean_up(),
            (Phase::CleaningUp(call), Happened::Replied { request, reply })
                if request == current =>
            {
                if call.needs_body(&reply) {
                    let command = call.command();
                    return self.send_again(command);
                }
                self.indeterminate()
            }
            (Phase::CleaningUp(_), Happened::Lost { request }) if request == current => {
                self.indeterminate()
            }
            // The echo of an earlier request changes nothing.
            _ => Progress::Wants(Wants::default()),
        }
    }
}

/// Until when an owner may rely on a lock that it asked for at `asked_at_ms`:
/// the time to live, less what two clocks may drift apart meanwhile (1 % and
/// 2 ms, the allowance of the RedLock specification's implementations).
pub(crate) fn valid_until_ms(asked_at_ms: u64, ttl_ms: u64) -> u64 {
    let drift_ms = (ttl_ms / 100).saturating_add(2);
    asked_at_ms.saturating_add(ttl_ms.saturating_sub(drift_ms))
}
