//! Wake-ups that are lost, and those that are left over.

use super::client::Client;
use super::stage::{Stage, stories};
use lockstep_lock::{Acquire, Algorithm, Lock, Released, Token, Waiting};

stories! {
    a_release_between_the_attempt_and_the_subscription_is_not_missed on 1,
    a_wake_up_that_is_left_over_costs_one_attempt on 1,
    a_release_wakes_whoever_listens on 1,
    the_end_of_a_lock_tells_nobody_and_is_not_slept_through on 1,
}

const LISTENING: Waiting = Waiting { notified: true, ..Waiting::NONE };

fn lock(algorithm: Algorithm) -> Lock {
    Lock { notifies: true, ..Lock::new(algorithm, "lock:stock", 30_000) }
}

fn refused_once(stage: &mut Stage, lock: &Lock, token: &str) -> Client<Acquire> {
    let mut client = Client::start(stage, Acquire::new(lock, Token::new(token), LISTENING));
    client.run(stage);
    assert!(!client.is_done());
    client
}

fn a_release_between_the_attempt_and_the_subscription_is_not_missed(stage: &mut Stage) {
    for algorithm in [Algorithm::Token, Algorithm::Reentrant, Algorithm::Fair] {
        let lock = lock(algorithm);
        let held = stage.take(&lock, "A-1");
        let mut b = refused_once(stage, &lock, "B-1");
        // Whoever listens from now on and waits has missed it.
        assert_eq!(stage.release(&lock, &held), Released::Released);
        assert_eq!(
            stage.cli("PUBSUB NUMSUB {lock:stock}:released"),
            "1) \"{lock:stock}:released\"\n2) (integer) 0"
        );
        let before_ms = stage.now_ms;
        b.subscribe(stage);
        let grant = b.outcome().expect("it asks again, and it is free");
        assert_eq!(stage.now_ms, before_ms);
        assert_eq!(stage.release(&lock, &grant), Released::Released);
    }
}

fn a_wake_up_that_is_left_over_costs_one_attempt(stage: &mut Stage) {
    // A list of signals keeps those that nobody took: the next waiter pops
    // one, sees that the lock is taken, and pops again.
    stage.cli("RPUSH signal 1 1 1");
    let popped = (0..3).filter(|_| stage.cli("LPOP signal") == "\"1\"").count();
    assert_eq!(popped, 3);
    let lock = lock(Algorithm::Token);
    let held = stage.take(&lock, "A-1");
    let mut b = refused_once(stage, &lock, "B-1");
    b.subscribe(stage);
    let before = b.sent;
    for _ in 0..3 {
        stage.cli("PUBLISH {lock:stock}:released \"\"");
    }
    // Heard one after the other, while it waits: one attempt each, and none
    // when there is nothing more to hear.
    assert_eq!(b.hear(stage, "B-1"), 3);
    assert!(b.sent <= before + 3 && !b.is_done());
    let after = b.sent;
    assert_eq!(b.hear(stage, "B-1"), 0);
    assert_eq!(b.sent, after);
    // What is meant for others costs nothing.
    stage.cli("PUBLISH {lock:stock}:released Z-1");
    assert_eq!((b.hear(stage, "B-1"), b.sent), (0, after));
    assert_eq!(stage.release(&lock, &held), Released::Released);
    assert_eq!(b.hear(stage, "B-1"), 1);
    assert!(b.is_done());
}

fn a_release_wakes_whoever_listens(stage: &mut Stage) {
    for algorithm in [Algorithm::Token, Algorithm::Reentrant, Algorithm::Fair] {
        let lock = lock(algorithm);
        let held = stage.take(&lock, "A-1");
        let mut b = refused_once(stage, &lock, "B-1");
        b.subscribe(stage);
        stage.advance(100);
        assert_eq!(b.hear(stage, "B-1"), 0);
        assert_eq!(stage.release(&lock, &held), Released::Released);
        assert_eq!(b.hear(stage, "B-1"), 1);
        let grant = b.outcome().expect("it is free");
        // A release that frees nothing tells nobody.
        let mut c = refused_once(stage, &lock, "C-1");
        c.subscribe(stage);
        assert_eq!(stage.release(&lock, &held), Released::NotOwner);
        assert_eq!(c.hear(stage, "C-1"), 0);
        assert_eq!(stage.release(&lock, &grant), Released::Released);
        assert_eq!(c.hear(stage, "C-1"), 1);
        let grant = c.outcome().expect("it is free");
        assert_eq!(stage.release(&lock, &grant), Released::Released);
        // Where nobody is to be told, nobody is.
        let silent = Lock { notifies: false, ..lock.clone() };
        let held = stage.take(&silent, "A-2");
        let mut d = refused_once(stage, &lock, "D-1");
        d.subscribe(stage);
        assert_eq!(stage.release(&silent, &held), Released::Released);
        assert_eq!(d.hear(stage, "D-1"), 0);
        d.wait_until_done(stage);
        let grant = d.outcome().expect("it looks again");
        assert_eq!(stage.release(&lock, &grant), Released::Released);
    }
}

fn the_end_of_a_lock_tells_nobody_and_is_not_slept_through(stage: &mut Stage) {
    for algorithm in [Algorithm::Token, Algorithm::Reentrant, Algorithm::Fair] {
        let lock = lock(algorithm);
        stage.take(&lock, "A-1");
        let ends_ms = stage.now_ms + 30_000;
        stage.advance(400);
        let mut b = refused_once(stage, &lock, "B-1");
        b.subscribe(stage);
        b.wait_until_done(stage);
        assert!((ends_ms + 1..ends_ms + 100).contains(&stage.now_ms), "{algorithm:?}");
        // Who stands in a queue asks in between to keep its place.
        let most = if algorithm == Algorithm::Fair { 25 } else { 5 };
        assert!(b.sent <= most, "{algorithm:?} asked {} times", b.sent);
        let grant = b.outcome().expect("it has ended");
        assert_eq!(stage.release(&lock, &grant), Released::Released);
    }
}
