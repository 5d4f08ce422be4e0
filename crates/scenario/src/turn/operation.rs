//! A lock operation under way.

use super::Turn;
use crate::client::{AnyOperation, AnyOutcome, Running};
use crate::{EventKind, LockIndex};
use lockstep_lock::{Extended, Happened, Progress, Token};
use std::collections::VecDeque;

impl Turn<'_> {
    /// Begins a lock operation and sends its first command, if it has one.
    pub(super) fn start(
        &mut self,
        lock: &str,
        operation: fn(&mut Self, LockIndex) -> Option<AnyOperation>,
    ) {
        let client = self.client;
        // `Cast` has looked up every lock that a program names.
        let Some(lock) = self.cast.lock(lock) else {
            return;
        };
        let Some(operation) = operation(self, lock) else {
            self.happened(EventKind::NothingHeld { client, lock });
            return self.next_line();
        };
        self.me().running = Some(Running { lock, operation, unsent: VecDeque::new() });
        self.resume(Happened::Started);
        self.send_one();
    }

    pub(super) fn acquire(&mut self, lock: LockIndex) -> Option<AnyOperation> {
        let spec = &self.cast.locks[lock.0];
        self.me().tokens += 1;
        let number = self.me().tokens;
        let token = Token::new(format!("{}-{number}", self.cast.name(self.client)));
        Some(AnyOperation::Acquire(spec.acquire(token)))
    }

    pub(super) fn extend(&mut self, lock: LockIndex) -> Option<AnyOperation> {
        let spec = &self.cast.locks[lock.0];
        let grant = self.me().grants.get(&lock)?;
        Some(AnyOperation::Extend(spec.extend(grant)))
    }

    pub(super) fn release(&mut self, lock: LockIndex) -> Option<AnyOperation> {
        let spec = &self.cast.locks[lock.0];
        let grant = self.me().grants.get(&lock)?;
        Some(AnyOperation::Release(spec.release(grant)))
    }

    /// Goes on with the operation under way. It has something to send, or its
    /// moment has come: otherwise the client would not be ready.
    pub(super) fn go_on(&mut self) {
        let unsent = self.me().running.as_ref().is_some_and(|r| !r.unsent.is_empty());
        if !unsent {
            self.resume(Happened::DeadlineReached);
        }
        self.send_one();
    }

    fn send_one(&mut self) {
        let running = self.me().running.as_mut();
        let Some(request) = running.and_then(|r| r.unsent.pop_front()) else {
            return;
        };
        if let Some(reply) = self.send(&request.command) {
            self.resume(Happened::Replied { request: request.id, reply });
        }
    }

    fn resume(&mut self, happened: Happened) {
        let (client, now_ms) = (self.client, self.client_now_ms());
        let Some(mut running) = self.me().running.take() else {
            return;
        };
        let lock = running.lock;
        match running.operation.resume(now_ms, happened) {
            Progress::Wants(wants) => {
                running.unsent.extend(wants.send);
                self.me().running = Some(running);
                if let Some(resume) = wants.resume {
                    let wait_ms = resume.earliest_ms.saturating_sub(now_ms);
                    let wait_ms = i64::try_from(wait_ms).unwrap_or(i64::MAX);
                    let at_ms = self.world.now_ms.saturating_add(wait_ms);
                    self.me().wait_until_ms = Some(at_ms);
                    self.happened(EventKind::WillRetry { client, lock, at_ms });
                }
            }
            Progress::Done(outcome) => self.done(lock, outcome),
        }
    }

    fn done(&mut self, lock: LockIndex, outcome: AnyOutcome) {
        let client = self.client;
        match outcome {
            AnyOutcome::Acquire(outcome) => {
                self.happened(EventKind::Acquired { client, lock, outcome: outcome.clone() });
                match outcome {
                    Ok(grant) => {
                        self.me().grants.insert(lock, grant);
                        self.next_line();
                    }
                    Err(_) => self.finish(),
                }
            }
            AnyOutcome::Extend(outcome) => {
                if let Extended::Extended { valid_until_ms } = outcome
                    && let Some(grant) = self.me().grants.get_mut(&lock)
                {
                    grant.valid_until_ms = valid_until_ms;
                }
                self.happened(EventKind::Extended { client, lock, outcome });
                self.next_line();
            }
            AnyOutcome::Release(outcome) => {
                self.me().grants.remove(&lock);
                self.happened(EventKind::Released { client, lock, outcome });
                self.next_line();
            }
        }
    }
}
