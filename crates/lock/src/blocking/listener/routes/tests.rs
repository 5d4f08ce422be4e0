//! Whom a message wakes.

use super::*;
use crate::Algorithm;
use crate::blocking::listener::Listener;

/// Three waiters on one live channel, in this order.
fn three() -> (Arc<Hall>, Vec<Joined>) {
    let client = redis::Client::open("redis://127.0.0.1/").unwrap();
    let hall = Listener::new(client, Duration::from_secs(1)).hall;
    let channel = Lock::new(Algorithm::Token, "lock", 1000).channel();
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
            hall.routes().message(b"{lock}:released", payload.as_bytes());
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
fn who_is_called_by_name_is_woken() {
    let (hall, waiters) = three();
    hall.routes().called(b"B");
    hall.routes().called(b"D");
    assert_eq!(woken(&waiters), [false, true, false]);
}

#[test]
fn who_comes_to_a_live_channel_hears_at_once() {
    let (hall, waiters) = three();
    let come = |key: &str, token: &str| {
        let lock = Lock::new(Algorithm::Token, key, 1000);
        Joined::at_once(&hall, &lock, &Token::new(token))
    };
    assert!(come("another", "D").is_none());
    let mut late = come("lock", "D").expect("its channel is live");
    assert!(late.listens);
    hall.routes().called(b"D");
    assert_eq!(late.hear(None).unwrap(), Happened::Woken);
    assert_eq!(woken(&waiters), [false; 3]);
    hall.routes().all_deaf();
    assert!(come("lock", "E").is_none());
}

#[test]
fn who_leaves_passes_its_message_on_unless_it_has_the_lock() {
    let check = |hears: bool, granted: bool, passes_on: bool| {
        let (hall, mut waiters) = three();
        hall.routes().message(b"{lock}:released", b"");
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

#[test]
fn a_channel_lingers_and_then_goes() {
    let long_ago = now().checked_sub(LINGER * 2).unwrap();
    let (hall, waiters) = three();
    let left_at =
        |at| hall.routes().channels.get_mut(&b"{lock}:released"[..]).unwrap().left_at = at;
    let swept = |before| {
        hall.routes().swept_at = before;
        hall.routes().sweep()
    };
    left_at(long_ago);
    assert_eq!(swept(None), [], "they wait still");
    drop(waiters);
    assert_eq!(swept(Some(long_ago)), [], "they have just left");
    left_at(long_ago);
    assert_eq!(swept(Some(now())), [], "it was looked for just now");
    assert_eq!(swept(Some(long_ago)), [Blob::from(&b"{lock}:released"[..])]);
    assert!(hall.routes().channels.is_empty());
}
