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

    /// Somebody no longer waits.
    pub(super) fn leave(&mut self, name: &Blob, number: u64, pass_on: bool) {
        let Some(channel) = self.channels.get_mut(name) else { return };
        channel.waiters.remove(&number);
        if pass_on {
            channel.wake_one();
        }
        if channel.waiters.is_empty() && channel.stage == Stage::Off {
            self.channels.remove(name);
        }
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
mod tests {
    use super::*;
    use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

    struct Lab {
        routes: Routes,
        name: Blob,
        ears: Vec<UnboundedReceiver<Happened>>,
    }

    impl Lab {
        fn new() -> Self {
            let name = Blob::from(&b"released"[..]);
            Self { routes: Routes::default(), name, ears: Vec::new() }
        }

        fn comes(&mut self) -> Option<Want> {
            let (line, ear) = unbounded_channel();
            let number = self.ears.len() as u64;
            let waiter = Waiter { token: Token::new(number.to_string()), line };
            self.ears.push(ear);
            self.routes.listen(self.name.clone(), number, waiter, true)
        }

        fn message(&mut self, payload: &str) {
            self.routes.message(b"released", payload.as_bytes());
        }

        #[track_caller]
        fn heard(&mut self, number: usize, expected: &[Happened]) {
            let ear = &mut self.ears[number];
            let heard: Vec<_> = std::iter::from_fn(|| ear.try_recv().ok()).collect();
            assert_eq!(heard, expected, "waiter {number}");
        }

        fn listening(waiters: usize) -> Self {
            let mut lab = Self::new();
            assert_eq!(lab.comes(), Some(Want::Subscribe(lab.name.clone())));
            lab.routes.subscribed(&lab.name.clone(), true);
            for _ in 1..waiters {
                assert_eq!(lab.comes(), None, "one subscription is enough");
            }
            for number in 0..waiters {
                lab.heard(number, &[Happened::Listening]);
            }
            lab
        }
    }

    #[test]
    fn an_empty_message_wakes_the_one_who_has_waited_longest() {
        let mut lab = Lab::listening(3);
        lab.message("");
        lab.heard(0, &[Happened::Woken]);
        lab.heard(1, &[]);
        lab.routes.leave(&lab.name.clone(), 0, false);
        lab.message("");
        lab.heard(1, &[Happened::Woken]);
        lab.heard(2, &[]);
    }

    #[test]
    fn a_token_wakes_its_waiter_and_nobody_else() {
        let mut lab = Lab::listening(2);
        lab.message("1");
        lab.message("another process's");
        lab.heard(0, &[]);
        lab.heard(1, &[Happened::Woken]);
    }

    #[test]
    fn a_waiter_that_is_gone_costs_nobody_the_wake_up() {
        let mut lab = Lab::listening(3);
        // It has closed its ear, but its leaving has not arrived yet.
        lab.ears[0].close();
        lab.message("");
        lab.heard(1, &[Happened::Woken]);
        // It was woken and left without the lock.
        lab.routes.leave(&lab.name.clone(), 1, true);
        lab.heard(2, &[Happened::Woken]);
    }

    #[test]
    fn a_channel_lingers_and_then_goes() {
        let mut lab = Lab::listening(1);
        let name = lab.name.clone();
        lab.routes.leave(&name, 0, false);
        assert!(lab.routes.has_idle());
        assert_eq!(lab.routes.sweep(), []);
        assert_eq!(lab.comes(), None, "still subscribed");
        lab.routes.leave(&name, 1, false);
        assert_eq!(lab.routes.sweep(), []);
        assert_eq!(lab.routes.sweep(), [Want::Unsubscribe(name.clone())]);
        assert_eq!(lab.comes(), None, "one request at a time");
        assert_eq!(lab.routes.unsubscribed(&name), Some(Want::Subscribe(name.clone())));
        lab.heard(2, &[]);
        lab.routes.subscribed(&name, true);
        lab.heard(2, &[Happened::Listening]);
    }

    #[test]
    fn without_a_connection_all_are_deaf_until_there_is_one() {
        let mut lab = Lab::listening(2);
        let name = lab.name.clone();
        lab.routes.down();
        lab.heard(0, &[Happened::Deaf]);
        assert_eq!(lab.routes.up(), [Want::Subscribe(name.clone())]);
        lab.routes.subscribed(&name, true);
        lab.message("");
        lab.heard(0, &[Happened::Listening, Happened::Woken]);
        lab.heard(1, &[Happened::Deaf, Happened::Listening]);
    }
}
