//! Who waits on which channel, and whom a message is for.

use crate::{Happened, Token};
use lockstep_resp::Blob;
use std::collections::BTreeMap;
use tokio::sync::mpsc::UnboundedSender;

/// Who waits on which channel, and how far each channel is subscribed.
#[derive(Default)]
pub(super) struct Routes {
    channels: BTreeMap<Blob, Channel>,
}

/// Somebody who waits.
pub(super) struct Waiter {
    pub(super) token: Token,
    pub(super) line: UnboundedSender<Happened>,
}

impl Waiter {
    /// Whether it is still there to hear it.
    fn tell(&self, happened: Happened) -> bool {
        self.line.send(happened).is_ok()
    }
}

#[derive(Default)]
struct Channel {
    /// By their number, which is the order of coming.
    waiters: BTreeMap<u64, Waiter>,
    stage: Stage,
    /// It was without waiters at the last sweep too.
    idle: bool,
}

/// At most one request for a channel is under way, so that none overtakes
/// another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Off,
    Subscribing,
    On,
    Unsubscribing,
}

/// A request for one channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Want {
    Subscribe(Blob),
    Unsubscribe(Blob),
}

impl Routes {
    /// Somebody comes to wait.
    pub(super) fn listen(
        &mut self,
        name: Blob,
        number: u64,
        waiter: Waiter,
        is_up: bool,
    ) -> Option<Want> {
        let channel = self.channels.entry(name.clone()).or_default();
        if channel.stage == Stage::On {
            waiter.tell(Happened::Listening);
        }
        channel.waiters.insert(number, waiter);
        channel.idle = false;
        (is_up && channel.stage == Stage::Off).then(|| {
            channel.stage = Stage::Subscribing;
            Want::Subscribe(name)
        })
    }

    /// Somebody comes to wait on a channel whose messages already arrive, and
    /// is not told so. Otherwise nobody has come.
    pub(super) fn listen_at_once(&mut self, name: &Blob, waiter: impl FnOnce() -> (u64, Waiter)) {
        let channel = self.channels.get_mut(name).filter(|channel| channel.stage == Stage::On);
        if let Some(channel) = channel {
            channel.waiters.extend([waiter()]);
            channel.idle = false;
        }
    }

    /// Whether nobody listens to anything.
    pub(super) fn is_empty(&self) -> bool {
        self.channels.is_empty()
    }

    /// Somebody no longer waits. Answers whether others do there.
    pub(super) fn leave(&mut self, name: &Blob, number: u64, pass_on: bool) -> bool {
        let Some(channel) = self.channels.get_mut(name) else { return false };
        channel.waiters.remove(&number);
        if pass_on {
            channel.wake_one();
        }
        let others = !channel.waiters.is_empty();
        if !others && channel.stage == Stage::Off {
            self.channels.remove(name);
        }
        others
    }

    /// A message: a token wakes its waiter, nothing wakes the one who has
    /// waited longest.
    pub(super) fn message(&mut self, name: &[u8], payload: &[u8]) {
        let Some(channel) = self.channels.get(name) else { return };
        if payload.is_empty() {
            channel.wake_one();
            return;
        }
        let meant = channel.waiters.values().find(|waiter| waiter.token.as_bytes() == payload);
        if let Some(waiter) = meant {
            waiter.tell(Happened::Woken);
        }
    }

    /// A waiter is called by its token. One that is gone has had, or will have,
    /// others woken in its place.
    pub(super) fn called(&mut self, token: &[u8]) {
        let mut waiters = self.channels.values().flat_map(|channel| channel.waiters.values());
        if let Some(waiter) = waiters.find(|waiter| waiter.token.as_bytes() == token) {
            waiter.tell(Happened::Woken);
        }
    }

    /// A subscription was confirmed or refused.
    pub(super) fn subscribed(&mut self, name: &Blob, succeeded: bool) {
        let Some(channel) = self.channels.get_mut(name) else { return };
        channel.stage = if succeeded { Stage::On } else { Stage::Off };
        channel.tell_all(&if succeeded { Happened::Listening } else { Happened::Deaf });
        if channel.waiters.is_empty() && !succeeded {
            self.channels.remove(name);
        }
    }

    /// An unsubscription was answered. Somebody may have come meanwhile.
    pub(super) fn unsubscribed(&mut self, name: &Blob) -> Option<Want> {
        let channel = self.channels.get_mut(name)?;
        if channel.waiters.is_empty() {
            self.channels.remove(name);
            return None;
        }
        channel.stage = Stage::Subscribing;
        Some(Want::Subscribe(name.clone()))
    }

    /// There is a connection again.
    pub(super) fn up(&mut self) -> Vec<Want> {
        let mut wants = Vec::new();
        for (name, channel) in &mut self.channels {
            channel.stage = Stage::Subscribing;
            wants.push(Want::Subscribe(name.clone()));
        }
        wants
    }

    /// There is no connection any more, or none could be had.
    pub(super) fn down(&mut self) {
        self.channels.retain(|_, channel| !channel.waiters.is_empty());
        for channel in self.channels.values_mut() {
            channel.stage = Stage::Off;
            channel.tell_all(&Happened::Deaf);
        }
    }

    /// Channels that nobody has waited on for a whole time between two sweeps.
    pub(super) fn sweep(&mut self) -> Vec<Want> {
        let mut wants = Vec::new();
        for (name, channel) in &mut self.channels {
            if !channel.waiters.is_empty() || channel.stage != Stage::On {
                continue;
            }
            if channel.idle {
                channel.stage = Stage::Unsubscribing;
                wants.push(Want::Unsubscribe(name.clone()));
            }
            channel.idle = true;
        }
        wants
    }

    /// Whether anybody waits.
    pub(super) fn has_waiters(&self) -> bool {
        self.channels.values().any(|channel| !channel.waiters.is_empty())
    }

    /// Whether a sweep would find something.
    pub(super) fn has_idle(&self) -> bool {
        self.channels.values().any(|c| c.waiters.is_empty() && c.stage == Stage::On)
    }
}

impl Channel {
    /// Wakes the one who has waited longest and is still there.
    fn wake_one(&self) {
        let _ = self.waiters.values().any(|waiter| waiter.tell(Happened::Woken));
    }

    fn tell_all(&self, happened: &Happened) {
        for waiter in self.waiters.values() {
            waiter.tell(happened.clone());
        }
    }
}

#[cfg(test)]
mod tests;
