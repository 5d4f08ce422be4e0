//! A lock that is held.

use super::held::Held;
use crate::{LockError, Loss, Released, Token};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::AbortHandle;

/// A lock that is held. Dropped without [`Guard::release`], it is given back in
/// the background, on the runtime on which it was taken, wherever it is dropped:
/// dropping never waits. If that runtime has ended, nobody gives it back, and
/// the lock ends with its time to live.
#[must_use = "a guard that is dropped gives its lock back"]
pub struct Guard {
    held: Arc<Held>,
    watchdog: Option<AbortHandle>,
    released: Option<Released>,
}

impl Guard {
    /// The guard of a lock that was taken; with a watchdog beside it.
    pub(super) fn new(held: Held, has_watchdog: bool) -> Self {
        let held = Arc::new(held);
        let watchdog = has_watchdog
            .then(|| held.lanes().runtime.spawn(Arc::clone(&held).keep()).abort_handle());
        Self { held, watchdog, released: None }
    }

    /// The lock's key in Redis.
    pub fn key(&self) -> &[u8] {
        &self.held.grant().key
    }

    /// The value by which this lock is known again.
    pub fn token(&self) -> &Token {
        &self.held.grant().token
    }

    /// The number that only grows, for the resource to check; `None` if the
    /// terms ask for none or the algorithm has none.
    pub fn fencing_token(&self) -> Option<i64> {
        self.held.grant().fencing_token
    }

    /// How long the owner may still rely on the lock, by its own clock alone;
    /// zero once it is over, lost or given back.
    pub fn validity(&self) -> Duration {
        self.held.validity()
    }

    /// Whether the owner may still rely on the lock, by its own clock alone.
    pub fn is_valid(&self) -> bool {
        !self.validity().is_zero()
    }

    /// Gives the lock its time to live once more, counted from now.
    ///
    /// # Errors
    ///
    /// [`LockError::NotOwner`], [`LockError::Expired`], [`LockError::Lost`],
    /// [`LockError::NoQuorum`]: the lock is lost, stop the work.
    /// [`LockError::LeaseOver`], [`LockError::Backend`],
    /// [`LockError::Indeterminate`]: the lock is good until its former validity
    /// ends.
    pub async fn extend(&self) -> Result<(), LockError> {
        self.held.extend().await
    }

    /// Ends when the lock is lost: when the watchdog or an extension finds out,
    /// or when the validity is over. It never ends once the lock is given back.
    /// It may be waited for in another task.
    pub fn lost(&self) -> impl Future<Output = Loss> + Send + use<> {
        Arc::clone(&self.held).lost()
    }

    /// Gives the lock back; its watchdog ends before. That it was no longer
    /// ours is an outcome, not an error: the work is over, but it may not have
    /// been alone.
    ///
    /// Once it has answered, a second call answers the same without asking.
    ///
    /// # Errors
    ///
    /// What kept Redis from answering. The lock is not relied upon any more,
    /// but the token is not forgotten: call it again, or drop the guard, which
    /// tries in the background.
    pub async fn release(&mut self) -> Result<Released, LockError> {
        if let Some(released) = &self.released {
            return Ok(released.clone());
        }
        let first_try = self.give_up();
        let released = self.held.release().await?;
        if first_try {
            self.held.tell_late_loss(&released);
        }
        self.released = Some(released.clone());
        Ok(released)
    }

    /// How it was lost by now, as far as that is known here.
    pub(super) fn loss(&self) -> Option<Loss> {
        self.held.notice_end();
        self.held.loss()
    }

    /// Ends the watchdog and all reliance. Answers whether it is for the first
    /// time.
    fn give_up(&mut self) -> bool {
        if let Some(watchdog) = self.watchdog.take() {
            watchdog.abort();
        }
        self.held.give_up()
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if self.released.is_none() {
            self.give_up();
            let held = Arc::clone(&self.held);
            self.held.lanes().runtime.spawn(held.release_in_background());
        }
    }
}

impl fmt::Debug for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guard")
            .field("key", &String::from_utf8_lossy(self.key()))
            .field("token", self.token())
            .field("fencing_token", &self.fencing_token())
            .field("validity", &self.validity())
            .finish()
    }
}
