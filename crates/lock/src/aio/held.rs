//! A lock that was taken, shared between its guard and its watchdog.

use super::driver::drive;
use super::hub::Ear;
use super::lanes::{Lanes, Requests};
use crate::release::Tries;
use crate::{Extend, Extended, Grant, Lock, LockError, Loss, Release, Released, Watchdog};
use crate::{Token, telemetry};
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;

/// A lock that was taken.
pub(super) struct Held {
    pub(super) lock: Lock,
    grant: Grant,
    lanes: Arc<Lanes>,
    since_ms: u64,
    standing: Mutex<Standing>,
    /// Told when the standing has changed.
    news: Notify,
    /// Told when the guard has extended it, for the watchdog.
    extended: Notify,
}

/// How it stands with the lock, as far as is known here.
#[derive(Clone, Copy)]
struct Standing {
    valid_until_ms: u64,
    loss: Option<Loss>,
    given_back: bool,
}

impl Held {
    /// It was taken at `since_ms`.
    pub(super) fn new(lock: Lock, grant: Grant, lanes: Arc<Lanes>, since_ms: u64) -> Self {
        let valid_until_ms = grant.valid_until_ms;
        let standing = Standing { valid_until_ms, loss: None, given_back: false };
        let (standing, news, extended) = (Mutex::new(standing), Notify::new(), Notify::new());
        Self { lock, grant, lanes, since_ms, standing, news, extended }
    }

    pub(super) fn grant(&self) -> &Grant {
        &self.grant
    }

    pub(super) fn lanes(&self) -> &Arc<Lanes> {
        &self.lanes
    }

    /// What the owner may still rely on; nothing after a loss or a release.
    pub(super) fn validity(&self) -> Duration {
        let standing = *self.standing();
        if standing.loss.is_some() || standing.given_back {
            return Duration::ZERO;
        }
        let left_ms = standing.valid_until_ms.saturating_sub(self.lanes.timer.now_ms());
        Duration::from_millis(left_ms)
    }

    pub(super) fn loss(&self) -> Option<Loss> {
        self.standing().loss
    }

    fn standing(&self) -> MutexGuard<'_, Standing> {
        self.standing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes how it stands, and tells those who wait for news if `change`
    /// answers that there are any; answers the same.
    fn change(&self, change: impl FnOnce(&mut Standing) -> bool) -> bool {
        let news = change(&mut self.standing());
        if news {
            self.news.notify_waiters();
        }
        news
    }

    /// The grant with its newest validity.
    fn renewed(&self) -> Grant {
        let valid_until_ms = self.standing().valid_until_ms;
        Grant { valid_until_ms, ..self.grant.clone() }
    }

    fn prolong(&self, until_ms: u64) {
        let prolonged = self.change(|standing| {
            let longer = until_ms > standing.valid_until_ms;
            standing.valid_until_ms = standing.valid_until_ms.max(until_ms);
            longer
        });
        if prolonged {
            telemetry::extended(&self.lock);
        }
    }

    /// The lock is lost. The first to say so is believed, unless it was given
    /// back before.
    pub(super) fn lose(&self, loss: Loss) {
        let news = self.change(|standing| {
            let news = standing.loss.is_none() && !standing.given_back;
            standing.loss = standing.loss.or(news.then_some(loss));
            news
        });
        if news {
            telemetry::lost(&self.lock, loss);
        }
    }

    /// Extends it at the guard's wish.
    pub(super) async fn extend(&self) -> Result<(), LockError> {
        let key = || String::from_utf8_lossy(&self.lock.key).into_owned();
        let standing = *self.standing();
        if let Some(loss) = standing.loss {
            return Err(LockError::Lost { key: key(), loss });
        }
        if standing.given_back {
            return Err(LockError::Expired { key: key() });
        }
        let mut requests = Requests::new(&self.lanes, self.lock.ttl_ms);
        let mut extend = Extend::new(&self.lock, &self.renewed());
        let extended = drive(&mut extend, &mut requests, &mut Ear::none(), |_| {}).await;
        match &extended {
            Extended::NotOwner => self.lose(Loss::NotOwner),
            Extended::Expired => self.lose(Loss::Expired),
            Extended::NoQuorum { .. } => self.lose(Loss::NoQuorum),
            _ => {}
        }
        let failures = requests.take_failures();
        let nodes = self.lock.asked_nodes();
        let until_ms = LockError::from_extended(extended, &self.lock.key, nodes, failures)?;
        self.prolong(until_ms);
        self.extended.notify_one();
        Ok(())
    }

    /// Keeps it alive until it is lost.
    pub(super) async fn keep(self: Arc<Self>) {
        loop {
            let mut watchdog = Watchdog::new(&self.lock, &self.renewed());
            let mut requests = Requests::new(&self.lanes, self.lock.ttl_ms);
            let mut ear = Ear::none();
            let prolong = |watchdog: &Watchdog| self.prolong(watchdog.valid_until_ms());
            tokio::select! {
                loss = drive(&mut watchdog, &mut requests, &mut ear, prolong) => {
                    self.lose(loss);
                    return;
                }
                // It starts anew from the validity that the guard brought.
                () = self.extended.notified() => {}
            }
        }
    }

    /// Ends when it is lost: when the watchdog or an extension says so, or when
    /// its validity is over. Once it is given back it cannot be lost.
    pub(super) async fn lost(self: Arc<Self>) -> Loss {
        loop {
            // What changes after this look is not missed.
            let mut news = pin!(self.news.notified());
            news.as_mut().enable();
            let standing = *self.standing();
            if let Some(loss) = standing.loss {
                return loss;
            }
            if standing.given_back {
                std::future::pending::<()>().await;
            }
            tokio::select! {
                biased;
                () = news => {}
                () = self.lanes.timer.wait_until_ms(standing.valid_until_ms) => {
                    self.notice_end();
                }
            }
        }
    }

    /// Counts it as lost if its validity is over.
    pub(super) fn notice_end(&self) {
        if self.validity().is_zero() {
            self.lose(self.overdue());
        }
    }

    /// Why the validity is over, if nothing else has happened.
    fn overdue(&self) -> Loss {
        let is_last = self.lock.lease_is_used_up(&self.renewed());
        if is_last { Loss::LeaseOver } else { Loss::NotExtended }
    }

    /// From now on it is no longer relied upon, and nothing extends it. Answers
    /// whether it was before.
    pub(super) fn give_up(&self) -> bool {
        self.lanes.close();
        self.change(|standing| {
            let before = std::mem::replace(&mut standing.given_back, true);
            !before
        })
    }

    /// Gives it back.
    pub(super) async fn release(&self) -> Result<Released, LockError> {
        let mut requests = Requests::releasing(&self.lanes, self.lock.ttl_ms);
        let mut release = Release::new(&self.lock, &self.grant);
        let released = drive(&mut release, &mut requests, &mut Ear::none(), |_| {}).await;
        let failures = requests.take_failures();
        let released = LockError::from_released(released, &self.lock.key, failures)?;
        self.tell_released(&released);
        Ok(released)
    }

    /// A first release found that it was ours no longer, which nobody knew.
    pub(super) fn tell_late_loss(&self, released: &Released) {
        let loss = match released {
            Released::NotOwner => Loss::NotOwner,
            Released::Expired => Loss::Expired,
            _ => return,
        };
        if self.loss().is_none() {
            telemetry::lost(&self.lock, loss);
        }
    }

    fn tell_released(&self, released: &Released) {
        let held_ms = self.lanes.timer.now_ms().saturating_sub(self.since_ms);
        telemetry::released(&self.lock, held_ms, released);
    }

    /// Gives it back in the background.
    pub(super) async fn release_in_background(self: Arc<Self>) {
        if let Some(released) = abandon(&self.lock, &self.grant.token, &self.lanes).await {
            self.tell_released(&released);
        }
    }
}

/// Gives back what was, or may have been, granted under this token. While no
/// answer comes it tries again.
pub(super) async fn abandon(lock: &Lock, token: &Token, lanes: &Arc<Lanes>) -> Option<Released> {
    let timer = &lanes.timer;
    let mut tries = Tries::new(lock, timer.now_ms());
    loop {
        let mut requests = Requests::releasing(lanes, lock.ttl_ms);
        let mut release = Release::abandon(lock, token);
        match drive(&mut release, &mut requests, &mut Ear::none(), |_| {}).await {
            Released::Indeterminate | Released::Refused { .. } => {}
            answered => return Some(answered),
        }
        let again_ms = tries.again_ms(timer.now_ms())?;
        timer.wait_until_ms(again_ms).await;
    }
}
