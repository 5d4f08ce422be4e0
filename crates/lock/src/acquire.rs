//! Taking a lock.

mod attempt;
mod error;

pub use error::AcquireError;

use crate::lock::bounded_ms;
use crate::{
    Algorithm, Grant, Happened, Lock, Operation, Progress, Release, Resume, Token, Waiting, Wants,
};
use attempt::{Attempt, Failure};

/// Takes a lock: tries, and tries again as its [`Waiting`] says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Acquire {
    lock: Lock,
    token: Token,
    waiting: Waiting,
    ids: u32,
    /// Attempts made, the one under way included.
    attempts: u32,
    /// When the longest wait is over.
    until_ms: Option<u64>,
    hearing: Hearing,
    /// A release was heard while an attempt was under way, which may have been
    /// refused before it.
    woken: bool,
    /// Its name may be on the [roll](Lock::roll_key).
    named: bool,
    phase: Phase,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Phase {
    Trying(Attempt),
    /// Waits for the channel to be there: only an attempt after that cannot
    /// miss a release.
    Subscribing,
    /// Waits to be woken, or for its time.
    Waiting,
    /// Gives up a place in the queue before it ends.
    Leaving(Release, AcquireError),
}

/// Whether a release would be heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Hearing {
    No,
    Yes,
    /// There is no listening here.
    Deaf,
}

type Step = Progress<Result<Grant, AcquireError>>;

impl Acquire {
    /// Takes the lock under a token that nobody else uses.
    pub fn new(lock: &Lock, token: Token, waiting: Waiting) -> Self {
        Self {
            lock: lock.clone(),
            token,
            waiting,
            ids: 0,
            attempts: 0,
            until_ms: None,
            hearing: Hearing::No,
            woken: false,
            named: false,
            phase: Phase::Waiting,
        }
    }

    /// The same where messages on the lock's channel already arrive before it
    /// begins: it need not ask once more after it has begun to listen, and is
    /// not told [`Happened::Listening`].
    #[must_use]
    pub fn listening(self) -> Self {
        Self { hearing: Hearing::Yes, ..self }
    }

    /// Whether something of it is left on the server between two attempts: a
    /// place in a queue, or its name on the roll.
    pub(crate) fn has_place(&self) -> bool {
        self.named || self.lock.algorithm == Algorithm::Fair
    }

    /// The lock that it takes.
    #[cfg(feature = "tokio")]
    pub(crate) fn lock(&self) -> &Lock {
        &self.lock
    }

    /// Under which token it takes the lock.
    #[cfg(feature = "tokio")]
    pub(crate) fn token(&self) -> &Token {
        &self.token
    }

    /// How many attempts were made so far.
    pub fn attempts(&self) -> u32 {
        self.attempts
    }

    /// Forgets what decides nothing any more at `now_ms`: how often it was
    /// tried, and how long ago an attempt began whose validity is over. Two
    /// states that differ only in that become equal.
    pub fn forget_past(&mut self, now_ms: u64) {
        if !self.waiting.retry.counts_attempts() {
            self.attempts = self.attempts.min(1);
        }
        match &mut self.phase {
            Phase::Waiting => self.ids = 0,
            Phase::Trying(attempt) => attempt.forget_past(now_ms),
            Phase::Subscribing | Phase::Leaving(..) => {}
        }
    }

    fn attempt(&mut self, now_ms: u64) -> Step {
        self.attempts = self.attempts.saturating_add(1);
        self.woken = false;
        let telling = if self.lock.algorithm == Algorithm::Fair {
            self.comes_again(now_ms)
        } else {
            self.hearing == Hearing::Yes
        };
        self.named |= telling && self.lock.named().is_some();
        let (attempt, step) = Attempt::new(&self.lock, &self.token, telling, now_ms, &mut self.ids);
        self.phase = Phase::Trying(attempt);
        self.tried(now_ms, step)
    }

    /// Only an attempt after it has begun to listen cannot miss a release.
    fn hears_again(&mut self, now_ms: u64) -> Step {
        self.hearing = Hearing::Yes;
        self.attempt(now_ms)
    }

    /// [`Algorithm::Fair`]: who does not come again takes no place.
    fn comes_again(&self, now_ms: u64) -> bool {
        let patient = self.waiting.notified || self.waiting.retry.goes_on_after(self.attempts);
        patient && self.until_ms.is_none_or(|until| now_ms < until)
    }

    fn tried(&mut self, now_ms: u64, step: Progress<Result<Grant, Failure>>) -> Step {
        match step {
            Progress::Wants(wants) => Progress::Wants(wants),
            Progress::Done(Ok(grant)) => Progress::Done(Ok(grant)),
            Progress::Done(Err(Failure::Final(error))) => self.leave(now_ms, error),
            Progress::Done(Err(Failure::Passing(error))) => self.wait(now_ms, None, error),
            Progress::Done(Err(Failure::Taken { left_ms })) => {
                let (key, attempts) = (self.lock.key.clone(), self.attempts);
                self.wait(now_ms, left_ms, AcquireError::Taken { key, attempts })
            }
        }
    }

    /// Waits before the next attempt, or gives up with `error`.
    fn wait(&mut self, now_ms: u64, left_ms: Option<u64>, error: AcquireError) -> Step {
        if self.until_ms.is_some_and(|until| now_ms >= until) {
            let error = match (error, self.waiting.limit_ms) {
                (AcquireError::Taken { key, attempts }, Some(waited_ms)) if waited_ms > 0 => {
                    AcquireError::TimedOut { key, attempts, waited_ms }
                }
                (error, _) => error,
            };
            return self.leave(now_ms, error);
        }
        let taken = matches!(error, AcquireError::Taken { .. });
        if taken && self.woken {
            return self.attempt(now_ms);
        }
        if self.waiting.notified && taken && self.hearing == Hearing::No {
            self.phase = Phase::Subscribing;
            let resume = self.until_ms.map(Resume::at);
            let listen = Some(self.lock.channel());
            return Progress::Wants(Wants { send: vec![], resume, listen });
        }
        let pause = if taken && self.hearing == Hearing::Yes {
            Some(self.until_it_ends(now_ms, left_ms))
        } else {
            let pause = self.waiting.retry.after(self.attempts, now_ms);
            // Who was promised to be told does not give up because it is deaf.
            let deaf = taken && self.hearing == Hearing::Deaf;
            pause.or_else(|| deaf.then(|| self.until_it_ends(now_ms, left_ms)))
        };
        let Some(mut resume) = pause else {
            return self.leave(now_ms, error);
        };
        if let Some(patience_ms) = self.patience_ms() {
            resume = resume.until(Some(now_ms.saturating_add(patience_ms)));
        }
        self.phase = Phase::Waiting;
        let resume = Some(resume.until(self.until_ms));
        Progress::Wants(Wants { resume, ..Wants::default() })
    }

    /// The end of a lock tells nobody, so whoever listens comes back then: a
    /// moment after it, each a little later or earlier than the others. A lock
    /// without an end is looked at each time to live.
    fn until_it_ends(&self, now_ms: u64, left_ms: Option<u64>) -> Resume {
        let left_ms = left_ms.unwrap_or(self.lock.ttl_ms);
        let earliest_ms = now_ms.saturating_add(left_ms).saturating_add(1);
        Resume { earliest_ms, latest_ms: earliest_ms.saturating_add((left_ms / 10).min(50)) }
    }

    /// How long it lets pass before it asks again, whatever it has been told.
    fn patience_ms(&self) -> Option<u64> {
        let patience_ms = bounded_ms(self.lock.patience_ms);
        match self.lock.algorithm {
            Algorithm::Fair => Some((patience_ms / 3).max(1)),
            _ => self.named.then_some(patience_ms),
        }
    }

    /// Ends with this error; who has a place in a queue or on the roll leaves
    /// it first.
    fn leave(&mut self, now_ms: u64, error: AcquireError) -> Step {
        if !self.has_place() || self.attempts == 0 {
            return Progress::Done(Err(error));
        }
        let mut release = Release::abandon(&self.lock, &self.token).after(self.ids);
        let step = release.resume(now_ms, Happened::Started);
        self.phase = Phase::Leaving(release, error.clone());
        match step {
            Progress::Wants(wants) => Progress::Wants(wants),
            Progress::Done(_) => Progress::Done(Err(error)),
        }
    }
}

impl Operation for Acquire {
    type Outcome = Result<Grant, AcquireError>;

    fn resume(&mut self, now_ms: u64, happened: Happened) -> Step {
        match (&mut self.phase, happened) {
            (_, Happened::Started) => {
                self.until_ms = self.waiting.limit_ms.map(|ms| now_ms.saturating_add(ms));
                self.attempt(now_ms)
            }
            (Phase::Trying(_) | Phase::Leaving(..), Happened::Deaf) => {
                self.hearing = Hearing::Deaf;
                Wants::nothing()
            }
            (Phase::Trying(_), Happened::Listening) if self.hearing == Hearing::Deaf => {
                // The attempt under way may have been refused before that.
                (self.hearing, self.woken) = (Hearing::Yes, true);
                Wants::nothing()
            }
            (Phase::Trying(_), Happened::Woken) => {
                self.woken = true;
                Wants::nothing()
            }
            (Phase::Trying(attempt), happened) => {
                let step = attempt.resume(&self.lock, &self.token, now_ms, happened, &mut self.ids);
                self.tried(now_ms, step)
            }
            (Phase::Leaving(release, error), happened) => {
                let error = error.clone();
                release.resume(now_ms, happened).map(|_| Err(error))
            }
            (Phase::Subscribing, Happened::Listening) => self.hears_again(now_ms),
            (Phase::Waiting, Happened::Listening) if self.hearing == Hearing::Deaf => {
                self.hears_again(now_ms)
            }
            (Phase::Subscribing | Phase::Waiting, Happened::Deaf) => {
                self.hearing = Hearing::Deaf;
                self.attempt(now_ms)
            }
            (Phase::Subscribing | Phase::Waiting, Happened::DeadlineReached)
            | (Phase::Waiting, Happened::Woken) => self.attempt(now_ms),
            // The echo of an earlier request changes nothing.
            _ => Wants::nothing(),
        }
    }

    fn shift(&mut self, earlier_by_ms: u64) {
        if let Some(until_ms) = &mut self.until_ms {
            *until_ms = until_ms.saturating_sub(earlier_by_ms);
        }
        if let Phase::Trying(attempt) = &mut self.phase {
            attempt.shift(earlier_by_ms);
        }
        if let Phase::Leaving(release, _) = &mut self.phase {
            release.shift(earlier_by_ms);
        }
    }
}
