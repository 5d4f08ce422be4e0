//! Whom a message wakes, and when a channel is left.

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
fn who_is_called_by_name_is_woken_on_whatever_channel() {
    let mut lab = Lab::listening(3);
    lab.routes.called(b"1");
    lab.routes.called(b"another process's");
    lab.heard(0, &[]);
    lab.heard(1, &[Happened::Woken]);
    lab.heard(2, &[]);
}

#[test]
fn who_comes_to_a_live_channel_hears_at_once() {
    let mut lab = Lab::listening(1);
    let name = lab.name.clone();
    let comes_at_once = |lab: &mut Lab| {
        let (line, ear) = unbounded_channel();
        let number = lab.ears.len() as u64;
        let mut came = false;
        lab.routes.listen_at_once(&name, || {
            came = true;
            (number, Waiter { token: Token::new(number.to_string()), line })
        });
        lab.ears.push(ear);
        came
    };
    assert!(comes_at_once(&mut lab));
    lab.routes.called(b"1");
    lab.heard(1, &[Happened::Woken]);
    assert!(lab.routes.leave(&name, 0, false), "another waits");
    assert!(!lab.routes.leave(&name, 1, false));
    // Not where a message could already be missed.
    assert_eq!(lab.routes.sweep(), []);
    assert_eq!(lab.routes.sweep(), [Want::Unsubscribe(name.clone())]);
    assert!(!comes_at_once(&mut lab));
    lab.routes.down();
    assert!(!comes_at_once(&mut lab));
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
