//! Which message goes to which waiter.

use super::Hall;
use crate::{Happened, Token};
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

    /// Passes a message on: a token's to that waiter, one for anybody to the one
    /// who has waited longest and is not already on its way. Answers whether to
    /// unsubscribe, since nobody has waited here for long.
    pub(super) fn message(&mut self, name: &[u8], payload: &[u8]) -> bool {
        let Some(channel) = self.channels.get(name) else { return false };
        if channel.waiters.is_empty() && channel.left_at.elapsed() > LINGER {
            self.channels.remove(name);
            return true;
        }
        let meant = channel.waiters.iter().find(|waiter| {
            if payload.is_empty() { !waiter.is_woken() } else { waiter.token.as_bytes() == payload }
        });
        if let Some(waiter) = meant {
            waiter.wake();
        }
        false
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
    pub(super) fn new(hall: &Arc<Hall>, channel: &Blob, token: &Token) -> (Self, Next) {
        let (tells, told) = mpsc::channel();
        let woken = Arc::new(AtomicBool::new(false));
        let mut guard = hall.routes();
        let routes = &mut *guard;
        routes.newest += 1;
        let number = routes.newest;
        let waiter =
            Waiter { number, token: token.clone(), woken: Arc::clone(&woken), told: tells.clone() };
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
        (joined, next)
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
mod tests {
    use super::super::Listener;
    use super::*;

    /// Three waiters on one live channel, in this order.
    fn three() -> (Arc<Hall>, Vec<Joined>) {
        let client = redis::Client::open("redis://127.0.0.1/").unwrap();
        let hall = Listener::new(client, Duration::from_secs(1)).hall;
        let channel = Blob::from(&b"released"[..]);
        let join = |token| Joined::new(&hall, &channel, &Token::new(token)).0;
        let waiters = ["A", "B", "C"].map(join).into();
        assert_eq!(hall.routes().next_new(), Some(channel.clone()));
        hall.routes().is_live(&channel);
        (hall, waiters)
    }

    fn woken(waiters: &[Joined]) -> Vec<bool> {
        waiters.iter().map(|waiter| waiter.woken.load(Ordering::SeqCst)).collect()
    }

    #[test]
    fn a_message_wakes_one_waiter() {
        let check = |payloads: &[&str], who: [bool; 3]| {
            let (hall, waiters) = three();
            for payload in payloads {
                hall.routes().message(b"released", payload.as_bytes());
                hall.routes().message(b"another", payload.as_bytes());
            }
            assert_eq!(woken(&waiters), who, "{payloads:?}");
        };
        check(&[""], [true, false, false]);
        check(&["", ""], [true, true, false]);
        check(&["B"], [false, true, false]);
        check(&["D"], [false, false, false]);
        check(&["", "", "", ""], [true, true, true]);
    }

    #[test]
    fn who_leaves_passes_its_message_on_unless_it_has_the_lock() {
        let check = |hears: bool, granted: bool, passes_on: bool| {
            let (hall, mut waiters) = three();
            hall.routes().message(b"released", b"");
            let mut first = waiters.remove(0);
            if hears {
                let heard = [first.hear(None).unwrap(), first.hear(None).unwrap()];
                assert_eq!(heard, [Happened::Listening, Happened::Woken]);
            }
            first.granted = granted;
            drop(first);
            assert_eq!(woken(&waiters), [passes_on, false], "{hears} {granted}");
        };
        check(false, false, true);
        check(true, false, true);
        check(true, true, false);
        check(false, true, false);
    }

    #[test]
    fn a_broken_connection_makes_all_deaf() {
        let (hall, mut waiters) = three();
        hall.routes().all_deaf();
        for waiter in &mut waiters {
            let heard = [waiter.hear(None).unwrap(), waiter.hear(None).unwrap()];
            assert_eq!(heard, [Happened::Listening, Happened::Deaf]);
        }
        assert!(!hall.routes().is_wanted());
    }
}
