//! A lock that is held.

use super::driver::drive;
use super::family::Family;
use super::held::Held;
use super::keeper::TaskId;
use super::listener::Ear;
use crate::{Extend, Grant, Lock, LockError, Loss, Release, Released, Token, telemetry};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A lock that is held. Give it back by [`Guard::release`], which says how that
/// went. Dropping it never waits: it hands the release over to be done in the
/// background, by [`Locks::tend`](super::Locks::tend) where the timer was
/// injected. A program that ends at once may leave no time for that; the lock
/// then ends with its time to live.
#[must_use = "a lock is given back when its guard is dropped"]
pub struct Guard {
    family: Arc<Family>,
    held: Arc<Held>,
    acquired_at_ms: u64,
    /// What the keeper does for it: the watchdog, or waiting for the end.
    kept: Mutex<Option<TaskId>>,
    released: Option<Released>,
}

impl Guard {
    /// The guard of a lock that was taken at `acquired_at_ms`.
    pub(super) fn new(family: Arc<Family>, lock: Lock, grant: Grant, acquired_at_ms: u64) -> Self {
        let held = Arc::new(Held::new(lock, grant));
        let kept = family.terms.has_watchdog().then(|| family.keeper.watch(&held));
        Self { family, held, acquired_at_ms, kept: Mutex::new(kept), released: None }
    }

    /// The Redis key.
    pub fn key(&self) -> &[u8] {
        &self.held.grant.key
    }

    /// By which its owner knows the lock again: the random value in the key.
    pub fn token(&self) -> &Token {
        &self.held.grant.token
    }

    /// The number that only grows, for the resource to check, if the terms are
    /// [fenced](crate::Terms::fenced).
    pub fn fencing_token(&self) -> Option<i64> {
        self.held.grant.fencing_token
    }

    /// How long the lock may still be relied on, by the own clock alone; zero
    /// if it is over, lost or given back.
    pub fn validity(&self) -> Duration {
        if !self.held.stands() {
            return Duration::ZERO;
        }
        self.family.shared.time.left(self.held.valid_until_ms())
    }

    /// Whether the lock may still be relied on, by the own clock alone.
    pub fn is_valid(&self) -> bool {
        !self.validity().is_zero()
    }

    /// Gives the lock its time to live once more, from now on; less where the
    /// longest lease ends before.
    ///
    /// # Errors
    ///
    /// [`LockError::NotOwner`], [`LockError::Expired`], [`LockError::Lost`],
    /// [`LockError::NoQuorum`]: the lock is lost, stop the work.
    /// [`LockError::LeaseOver`], [`LockError::Backend`],
    /// [`LockError::Indeterminate`]: the lock is good until its former validity
    /// ends.
    pub fn extend(&self) -> Result<(), LockError> {
        let lock = &self.held.lock;
        let key = || String::from_utf8_lossy(&lock.key).into_owned();
        if let Some(loss) = self.held.loss() {
            return Err(LockError::Lost { key: key(), loss });
        }
        if self.held.is_given_up() {
            return Err(LockError::Expired { key: key() });
        }
        let mut extend = Extend::new(lock, &self.held.current());
        let (outcome, failures) = drive(&mut extend, &self.family.shared, &mut Ear::none());
        match LockError::from_extended(outcome, &lock.key, lock.asked_nodes(), failures) {
            Ok(valid_until_ms) => {
                self.held.extended(valid_until_ms);
                if self.family.terms.has_watchdog() && self.held.stands() {
                    self.keep(self.family.keeper.watch(&self.held));
                }
                Ok(())
            }
            Err(error) => {
                if let Some(loss) = loss_of(&error) {
                    self.held.lose(loss);
                }
                Err(error)
            }
        }
    }

    /// Has this called once when the lock is lost: when another is found to
    /// have it, when it was not extended in time, or when the validity of a
    /// lock that nothing extends has ended. Called at once if it is already
    /// lost, and not any more once the lock was given back.
    ///
    /// It runs on the thread that keeps the other locks too, so it should only
    /// tell the work to stop.
    pub fn on_lost(&self, on_lost: impl FnOnce(Loss) + Send + 'static) {
        self.held.on_lost(Box::new(on_lost));
        if !self.family.terms.has_watchdog() && self.held.stands() {
            self.keep(self.family.keeper.expect_end(&self.held));
        }
    }

    /// Gives the lock back. That it was no longer ours is an outcome, not an
    /// error: the work is over, but it may not have been alone.
    ///
    /// Once it has answered, a second call answers the same without asking.
    ///
    /// # Errors
    ///
    /// What kept Redis from answering. The lock is not relied upon any more,
    /// but the token is not forgotten: call it again, or drop the guard, which
    /// tries in the background.
    pub fn release(&mut self) -> Result<Released, LockError> {
        if let Some(released) = &self.released {
            return Ok(released.clone());
        }
        let lock = &self.held.lock;
        if let Some(id) = self.kept().take() {
            let patience = Duration::from_millis(lock.node_timeout_ms);
            self.family.keeper.stop(id, patience);
        }
        let was_known_lost = self.loss().is_some();
        self.held.give_up();
        let mut release = Release::new(lock, &self.held.grant);
        let (outcome, failures) = drive(&mut release, &self.family.shared, &mut Ear::none());
        let released = LockError::from_released(outcome, &lock.key, failures)?;
        let held_ms = self.family.shared.time.now_ms().saturating_sub(self.acquired_at_ms);
        telemetry::released(lock, held_ms, &released);
        if let Some(loss) = loss_found(&released).filter(|_| !was_known_lost) {
            telemetry::lost(lock, loss);
        }
        self.released = Some(released.clone());
        Ok(released)
    }

    /// How it was lost by now, as far as that is known here.
    pub(super) fn loss(&self) -> Option<Loss> {
        let is_over = self.held.stands() && !self.is_valid();
        self.held.loss().or_else(|| is_over.then(|| self.held.overdue()))
    }

    fn kept(&self) -> MutexGuard<'_, Option<TaskId>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The keeper does this from now on, and nothing else.
    fn keep(&self, id: TaskId) {
        if let Some(before) = self.kept().replace(id) {
            self.family.keeper.forget(before);
        }
    }
}

/// Which loss an extension has found out.
fn loss_of(error: &LockError) -> Option<Loss> {
    match error {
        LockError::NotOwner { .. } => Some(Loss::NotOwner),
        LockError::Expired { .. } => Some(Loss::Expired),
        LockError::NoQuorum { .. } => Some(Loss::NoQuorum),
        _ => None,
    }
}

/// Which loss a release has found out.
pub(super) fn loss_found(released: &Released) -> Option<Loss> {
    match released {
        Released::NotOwner => Some(Loss::NotOwner),
        Released::Expired => Some(Loss::Expired),
        _ => None,
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if let Some(id) = self.kept().take() {
            self.family.keeper.forget(id);
        }
        if self.released.is_some() {
            return;
        }
        let lock = &self.held.lock;
        // A lock that does not compare would remove another's once it has ended.
        let is_ours = lock.algorithm.compares()
            || self.family.shared.time.now_ms() < self.held.valid_until_ms();
        if is_ours {
            let token = self.held.grant.token.clone();
            self.family.keeper.give_back(lock.clone(), token, Some(self.acquired_at_ms));
        }
        self.held.give_up();
    }
}

impl fmt::Debug for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guard")
            .field("key", &String::from_utf8_lossy(self.key()))
            .field("token", self.token())
            .field("fencing_token", &self.fencing_token())
            .field("validity", &self.validity())
            .finish_non_exhaustive()
    }
}
