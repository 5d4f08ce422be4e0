//! A lock that is held: what its guard and the keeper both know of it.

use crate::{Grant, Lock, Loss, telemetry};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is called when the lock is lost.
pub(super) type OnLost = Box<dyn FnOnce(Loss) + Send>;

/// A lock that is held.
pub(super) struct Held {
    pub(super) lock: Lock,
    /// As it was granted.
    pub(super) grant: Grant,
    valid_until_ms: AtomicU64,
    fate: Mutex<Fate>,
}

#[derive(Default)]
struct Fate {
    loss: Option<Loss>,
    given_back: bool,
    on_lost: Vec<OnLost>,
}

impl Held {
    pub(super) fn new(lock: Lock, grant: Grant) -> Self {
        let valid_until_ms = AtomicU64::new(grant.valid_until_ms);
        Self { lock, grant, valid_until_ms, fate: Mutex::default() }
    }

    pub(super) fn valid_until_ms(&self) -> u64 {
        self.valid_until_ms.load(Ordering::SeqCst)
    }

    /// The grant as it stands after its extensions.
    pub(super) fn current(&self) -> Grant {
        Grant { valid_until_ms: self.valid_until_ms(), ..self.grant.clone() }
    }

    /// The lock lives on. Of two extensions that cross, the later end is right:
    /// the server counts each from when it arrives.
    pub(super) fn extended(&self, valid_until_ms: u64) {
        if self.valid_until_ms.fetch_max(valid_until_ms, Ordering::SeqCst) < valid_until_ms {
            telemetry::extended(&self.lock);
        }
    }

    /// From now on it is no longer relied upon, and nobody is told of a loss.
    pub(super) fn give_up(&self) {
        let mut fate = self.fate();
        fate.given_back = true;
        let untold = std::mem::take(&mut fate.on_lost);
        drop(fate);
        // What they hold may be a guard.
        drop(untold);
    }

    pub(super) fn is_given_up(&self) -> bool {
        self.fate().given_back
    }

    /// Whether it is neither lost nor given back, as far as is known.
    pub(super) fn stands(&self) -> bool {
        let fate = self.fate();
        fate.loss.is_none() && !fate.given_back
    }

    /// Why the validity is over, if nothing else has happened.
    pub(super) fn overdue(&self) -> Loss {
        let is_last = self.lock.lease_is_used_up(&self.current());
        if is_last { Loss::LeaseOver } else { Loss::NotExtended }
    }

    /// How it was lost, if it was.
    pub(super) fn loss(&self) -> Option<Loss> {
        self.fate().loss
    }

    /// It is lost: those who asked for it are told, once, unless it was given
    /// back before.
    pub(super) fn lose(&self, loss: Loss) {
        let mut fate = self.fate();
        if fate.loss.is_some() || fate.given_back {
            return;
        }
        fate.loss = Some(loss);
        let told = std::mem::take(&mut fate.on_lost);
        drop(fate);
        telemetry::lost(&self.lock, loss);
        for on_lost in told {
            on_lost(loss);
        }
    }

    /// Has this called when the lock is lost: at once if it is already.
    pub(super) fn on_lost(&self, on_lost: OnLost) {
        let mut fate = self.fate();
        match fate.loss {
            Some(loss) => {
                drop(fate);
                on_lost(loss);
            }
            None if fate.given_back => {}
            None => fate.on_lost.push(on_lost),
        }
    }

    fn fate(&self) -> MutexGuard<'_, Fate> {
        self.fate.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
