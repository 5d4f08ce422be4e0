//! Which message goes to which waiter.

use super::Hall;
use crate::{Happened, Lock, Token};
use lockstep_resp::Blob;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// How long a channel stays subscribed that nobody waits on. The next waiter is
/// then listening at once.
const LINGER: Duration = Duration::from_secs(10);

/// The waiters and their channels.
#[derive(Default)]
pub(in crate::blocking) struct Routes {
    channels: BTreeMap<Blob, Channel>,
    newest: u64,
    /// When idle channels were looked for last.
    swept_at: Option<Instant>,
    /// The thread reads, and has to be woken to see a new channel.
    pub(super) reads: bool,
    pub(super) has_thread: bool,
    pub(super) closing: bool,
}

struct Channel {
    stage: Stage,
    /// In the order in which they came.
    waiters: Vec<Waiter>,
    left_at: Instant,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    New,
    Asked,
    Live,
}

struct Waiter {
    number: u64,
    token: Token,
    /// It was woken and has not noticed yet.
    woken: Arc<AtomicBool>,
    told: Sender<Happened>,
}

/// What has to be done for a channel to be listened to.
pub(super) enum Next {
    Nothing,
    Start,
    Wake,
}

impl Routes {
    pub(super) fn is_wanted(&self) -> bool {
        self.channels.values().any(|channel| !channel.waiters.is_empty())
    }

    /// A channel to subscribe to; with none left, the thread reads from now on.
    pub(super) fn next_new(&mut self) -> Option<Blob> {
        let new = self.channels.iter_mut().find(|(_, channel)| channel.stage == Stage::New);
        let Some((name, channel)) = new else {
            self.reads = true;
            return None;
        };
        channel.stage = Stage::Asked;
        Some(name.clone())
    }

    /// Messages on this channel arrive from now on.
    pub(super) fn is_live(&mut self, name: &Blob) {
        if let Some(channel) = self.channels.get_mut(name) {
            channel.stage = Stage::Live;
            for waiter in &channel.waiters {
                waiter.tell(Happened::Listening);
            }
        }
    }

    /// There is no connection any more.
    pub(super) fn all_deaf(&mut self) {
        self.reads = false;
        for waiter in self.channels.values().flat_map(|channel| &channel.waiters) {
            waiter.tell(Happened::Deaf);
        }
        self.channels.clear();
    }

    /// Channels to unsubscribe from, since nobody has waited there for long. A
    /// look at all of them costs something, so there is one in `LINGER`.
    pub(super) fn sweep(&mut self) -> Vec<Blob> {
        if self.swept_at.is_some_and(|at| at.elapsed() < LINGER) {
            return Vec::new();
        }
        self.swept_at = Some(now());
        let is_idle = |_: &Blob, channel: &mut Channel| {
            let is_live = channel.stage == Stage::Live;
            is_live && channel.waiters.is_empty() && channel.left_at.elapsed() > LINGER
        };
        self.channels.extract_if(.., is_idle).map(|(name, _)| name).collect()
    }

    /// Passes a message on: a token's to that waiter, one for anybody to the one
    /// who has waited longest and is not already on its way.
    pub(super) fn message(&mut self, name: &[u8], payload: &[u8]) {
        let Some(channel) = self.channels.get(name) else { return };
        let meant = channel.waiters.iter().find(|waiter| {
            if payload.is_empty() { !waiter.is_woken() } else { waiter.token.as_bytes() == payload }
        });
        if let Some(waiter) = meant {
            waiter.wake();
        }
    }

    /// A waiter is called by its token. One that is gone has had, or will have,
    /// others woken in its place.
    pub(super) fn called(&mut self, token: &[u8]) {
        let mut waiters = self.channels.values().flat_map(|channel| &channel.waiters);
        if let Some(waiter) = waiters.find(|waiter| waiter.token.as_bytes() == token) {
            waiter.wake();
        }
    }

    fn leave(&mut self, name: &Blob, number: u64, pass_on: bool) {
        let Some(channel) = self.channels.get_mut(name) else { return };
        channel.waiters.retain(|waiter| waiter.number != number);
        channel.left_at = now();
        if pass_on && let Some(next) = channel.waiters.iter().find(|waiter| !waiter.is_woken()) {
            next.wake();
        }
    }
}

impl Waiter {
    fn is_woken(&self) -> bool {
        self.woken.load(Ordering::SeqCst)
    }

    fn wake(&self) {
        self.woken.store(true, Ordering::SeqCst);
        self.tell(Happened::Woken);
    }

    /// Whoever has gone needs no telling.
    fn tell(&self, happened: Happened) {
        self.told.send(happened).unwrap_or_default();
    }
}

/// A waiter's place at a channel; it leaves when dropped.
pub(super) struct Joined {
    hall: Arc<Hall>,
    channel: Blob,
    number: u64,
    woken: Arc<AtomicBool>,
    /// Whether it was ever woken: if it leaves without the lock, another has to
    /// look in its place.
    was_woken: bool,
    pub(super) granted: bool,
    pub(super) listens: bool,
    tells: Sender<Happened>,
    told: Receiver<Happened>,
}

impl Joined {
    /// A place at a channel, wherever its subscription has come to.
    pub(super) fn new(hall: &Arc<Hall>, channel: &Blob, token: &Token) -> (Self, Next) {
        let mut guard = hall.routes();
        let routes = &mut *guard;
        let (joined, waiter) = Self::place(hall, routes, channel, token);
        let mut is_new = false;
        let entry = routes.channels.entry(channel.clone()).or_insert_with(|| {
            is_new = true;
            Channel { stage: Stage::New, waiters: Vec::new(), left_at: now() }
        });
        if entry.stage == Stage::Live {
            waiter.tell(Happened::Listening);
        }
        entry.waiters.push(waiter);
        let next = match (routes.reads, is_new) {
            (true, true) => Next::Wake,
            (true, false) => Next::Nothing,
            (false, _) => Next::Start,
        };
        drop(guard);
        (joined, next)
    }

    /// A place at the channel of this lock, if its messages arrive already.
    pub(super) fn at_once(hall: &Arc<Hall>, lock: &Lock, token: &Token) -> Option<Self> {
        let mut guard = hall.routes();
        let routes = &mut *guard;
        if routes.channels.is_empty() {
            return None;
        }
        let name = lock.channel();
        routes.channels.get(&name).filter(|channel| channel.stage == Stage::Live)?;
        let (mut joined, waiter) = Self::place(hall, routes, &name, token);
        joined.listens = true;
        routes.channels.get_mut(&name)?.waiters.push(waiter);
        Some(joined)
    }

    fn place(
        hall: &Arc<Hall>,
        routes: &mut Routes,
        channel: &Blob,
        token: &Token,
    ) -> (Self, Waiter) {
        let (tells, told) = mpsc::channel();
        let woken = Arc::new(AtomicBool::new(false));
        routes.newest += 1;
        let number = routes.newest;
        let waiter =
            Waiter { number, token: token.clone(), woken: Arc::clone(&woken), told: tells.clone() };
        let (hall, channel) = (Arc::clone(hall), channel.clone());
        let joined = Self {
            hall,
            channel,
            number,
            woken,
            was_woken: false,
            granted: false,
            listens: false,
            tells,
            told,
        };
        (joined, waiter)
    }

    pub(super) fn tell(&self, happened: Happened) {
        self.tells.send(happened).unwrap_or_default();
    }

    /// Waits for something to hear.
    pub(super) fn hear(&mut self, limit: Option<Duration>) -> Result<Happened, RecvTimeoutError> {
        let heard = match limit {
            Some(limit) => self.told.recv_timeout(limit)?,
            None => self.told.recv().map_err(|_| RecvTimeoutError::Disconnected)?,
        };
        self.listens |= heard == Happened::Listening;
        if heard == Happened::Woken {
            self.woken.store(false, Ordering::SeqCst);
            self.was_woken = true;
        }
        Ok(heard)
    }
}

impl Drop for Joined {
    fn drop(&mut self) {
        let mut routes = self.hall.routes();
        let was_woken = self.was_woken || self.woken.load(Ordering::SeqCst);
        routes.leave(&self.channel, self.number, was_woken && !self.granted);
    }
}

#[expect(clippy::disallowed_methods, reason = "connections and their channels live in real time")]
fn now() -> Instant {
    Instant::now()
}

#[cfg(test)]
mod tests;
