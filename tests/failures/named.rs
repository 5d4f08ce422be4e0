//! Waiters that are woken by name: who is woken, and who was when nobody hears.

use super::client::Client;
use super::stage::{Stage, stories};
use lockstep_lock::{
    Acquire, AcquireError, Algorithm, Grant, Lock, Release, Released, Token, Waiting,
};

stories! {
    a_release_wakes_the_two_who_have_waited_longest on 1,
    of_one_process_a_release_wakes_one on 1,
    a_process_that_is_gone_is_passed_over on 1,
    who_is_paused_costs_the_others_nothing on 1,
    two_who_are_paused_cost_the_others_their_patience on 1,
    who_asks_again_keeps_its_place on 1,
    who_gives_up_leaves_the_roll on 1,
    who_gives_up_after_it_was_woken_wakes_others on 1,
    who_gives_up_and_was_not_woken_wakes_nobody on 1,
    who_gave_up_while_another_has_the_lock_wakes_nobody on 1,
    who_is_woken_for_nothing_is_woken_again on 1,
    who_tells_all_wakes_the_named_too on 1,
    a_channel_of_any_name_blocks_no_server on 1,
    the_roll_ends_when_everybody_has_crashed on 1,
}

const LISTENING: Waiting = Waiting { notified: true, ..Waiting::NONE };
const ROLL: &str = "{lock:stock}:roll";

/// The lock as a process sees it that hears on this channel.
fn lock(inbox: &str) -> Lock {
    let inbox = Some(inbox.as_bytes().into());
    let lock = Lock::new(Algorithm::Token, "lock:stock", 30_000);
    Lock { notifies: true, fenced: true, inbox, patience_ms: 3_000, ..lock }
}

/// A waiter in a process of its own, which is named as its token is.
fn waits(stage: &mut Stage, token: &str) -> Client<Acquire> {
    waits_in(stage, token, token, LISTENING)
}

/// A waiter in a process that hears on this channel.
fn waits_in(stage: &mut Stage, inbox: &str, token: &str, waiting: Waiting) -> Client<Acquire> {
    let acquire = Acquire::new(&lock(inbox), Token::new(token), waiting);
    let mut client = Client::start(stage, acquire);
    client.run(stage);
    client.hears_on(stage, inbox.as_bytes());
    client.subscribe(stage);
    assert!(!client.is_done());
    client
}

/// The process of these waiters is gone, and the server has noticed.
#[expect(clippy::disallowed_methods, reason = "a real server notices in real time")]
fn dies<T>(stage: &mut Stage, waiters: T, inbox: &str) {
    drop(waiters);
    for _ in 0..1000 {
        if stage.cli(&format!("PUBSUB NUMSUB {inbox}")).ends_with("(integer) 0") {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    panic!("the server does not notice that {inbox} is gone");
}

fn release(stage: &mut Stage, grant: &Grant) {
    let token = grant.token.to_string();
    assert_eq!(stage.release(&lock(&token), grant), Released::Released);
}

fn gets(client: Client<Acquire>) -> Grant {
    client.outcome().expect("it is its turn")
}

fn a_channel_of_any_name_blocks_no_server(stage: &mut Stage) {
    // It should have no white space, but a script without an end is no answer.
    let held = stage.take(&lock("A"), "A");
    let mut odd = waits_in(stage, "odd\tname", "B", LISTENING);
    release(stage, &held);
    assert_eq!(odd.hear(stage, "B"), 1);
    release(stage, &gets(odd));
}

fn a_release_wakes_the_two_who_have_waited_longest(stage: &mut Stage) {
    let held = stage.take(&lock("A"), "A");
    let mut waiters = ["D", "C", "B"].map(|token| (token, waits(stage, token)));
    release(stage, &held);
    let heard = waiters.each_mut().map(|(token, waiter)| waiter.hear(stage, token));
    assert_eq!(heard, [1, 1, 0]);
    let [(_, d), (_, mut c), (_, mut b)] = waiters;
    assert!(!c.is_done() && !b.is_done());
    // C has put its name on the roll again, behind B.
    release(stage, &gets(d));
    assert_eq!((b.hear(stage, "B"), c.hear(stage, "C")), (1, 1));
    release(stage, &gets(b));
    assert_eq!(c.hear(stage, "C"), 1);
    let held = gets(c);
    assert_eq!(held.fencing_token, Some(4));
    assert_eq!(stage.cli(&format!("EXISTS {ROLL}")), "(integer) 0");
    assert!((29_999..=30_000).contains(&ttl_ms(stage, "lock:stock")));
    release(stage, &held);
}

fn ttl_ms(stage: &mut Stage, key: &str) -> i64 {
    let told = stage.cli(&format!("PTTL {key}"));
    told.trim_start_matches("(integer) ").parse().expect("a number")
}

fn of_one_process_a_release_wakes_one(stage: &mut Stage) {
    let held = stage.take(&lock("A"), "A");
    let [mut b, mut c, mut d] =
        ["B", "C", "D"].map(|token| waits_in(stage, "inbox", token, LISTENING));
    let mut e = waits(stage, "E");
    release(stage, &held);
    let heard = [b.hear(stage, "B"), c.hear(stage, "C"), d.hear(stage, "D"), e.hear(stage, "E")];
    assert_eq!(heard, [1, 0, 0, 1]);
    let held = gets(b);
    assert_eq!(stage.release(&lock("inbox"), &held), Released::Released);
    let heard = [c.hear(stage, "C"), d.hear(stage, "D"), e.hear(stage, "E")];
    assert_eq!(heard, [1, 0, 1]);
    assert_eq!(stage.release(&lock("inbox"), &gets(c)), Released::Released);
    assert_eq!(d.hear(stage, "D"), 1);
    assert_eq!(stage.release(&lock("inbox"), &gets(d)), Released::Released);
}

fn a_process_that_is_gone_is_passed_over(stage: &mut Stage) {
    let held = stage.take(&lock("A"), "A");
    let many: Vec<_> =
        (0..20).map(|n| waits_in(stage, "B", &format!("B-{n}"), LISTENING)).collect();
    dies(stage, many, "B");
    for token in ["C", "D"] {
        let dead = waits(stage, token);
        dies(stage, dead, token);
    }
    let (mut e, mut f) = (waits(stage, "E"), waits(stage, "F"));
    release(stage, &held);
    assert_eq!((e.hear(stage, "E"), f.hear(stage, "F")), (1, 1));
    release(stage, &gets(e));
    assert_eq!(f.hear(stage, "F"), 1);
    release(stage, &gets(f));
}

fn who_is_paused_costs_the_others_nothing(stage: &mut Stage) {
    let held = stage.take(&lock("A"), "A");
    let mut paused = waits(stage, "B");
    let mut c = waits(stage, "C");
    release(stage, &held);
    assert_eq!(c.hear(stage, "C"), 1);
    let held = gets(c);
    // It comes back, asks, and waits as before.
    assert_eq!(paused.hear(stage, "B"), 1);
    assert!(!paused.is_done());
    release(stage, &held);
    assert_eq!(paused.hear(stage, "B"), 1);
    release(stage, &gets(paused));
}

fn two_who_are_paused_cost_the_others_their_patience(stage: &mut Stage) {
    let held = stage.take(&lock("A"), "A");
    let _paused = [waits(stage, "B"), waits(stage, "C")];
    let mut d = waits(stage, "D");
    let since_ms = stage.now_ms;
    release(stage, &held);
    assert_eq!(d.hear(stage, "D"), 0);
    d.wait_until_done(stage);
    assert_eq!(stage.now_ms - since_ms, 3_000);
    release(stage, &gets(d));
}

fn who_asks_again_keeps_its_place(stage: &mut Stage) {
    let held = stage.take(&lock("A"), "A");
    let [mut b, mut c, mut d] = ["B", "C", "D"].map(|token| waits(stage, token));
    stage.advance(3_000);
    b.tick(stage);
    release(stage, &held);
    assert_eq!([b.hear(stage, "B"), c.hear(stage, "C"), d.hear(stage, "D")], [1, 1, 0]);
    release(stage, &gets(b));
}

fn who_gives_up_leaves_the_roll(stage: &mut Stage) {
    let held = stage.take(&lock("A"), "A");
    for token in ["B", "C"] {
        let waiting = Waiting { limit_ms: Some(100), ..LISTENING };
        let mut client = waits_in(stage, token, token, waiting);
        client.wait_until_done(stage);
        let timed_out = client.outcome();
        assert!(matches!(timed_out, Err(AcquireError::TimedOut { .. })), "{timed_out:?}");
    }
    assert_eq!(stage.cli(&format!("EXISTS {ROLL}")), "(integer) 0");
    let mut d = waits(stage, "D");
    release(stage, &held);
    assert_eq!(d.hear(stage, "D"), 1);
    release(stage, &gets(d));
}

/// It goes away without having asked again.
fn abandons(stage: &mut Stage, client: Client<Acquire>, token: &str) -> Released {
    drop(client);
    stage.run(Release::abandon(&lock(token), &Token::new(token)))
}

fn who_gives_up_after_it_was_woken_wakes_others(stage: &mut Stage) {
    let held = stage.take(&lock("A"), "A");
    let woken = ["B", "C"].map(|token| (token, waits(stage, token)));
    let mut waiters = ["D", "E", "F"].map(|token| (token, waits(stage, token)));
    release(stage, &held);
    for (token, client) in woken {
        assert_eq!(abandons(stage, client, token), Released::Expired);
    }
    let heard = waiters.each_mut().map(|(token, waiter)| waiter.hear(stage, token));
    assert_eq!(heard, [1, 1, 1]);
    let [(_, d), ..] = waiters;
    release(stage, &gets(d));
}

fn who_gives_up_and_was_not_woken_wakes_nobody(stage: &mut Stage) {
    let held = stage.take(&lock("A"), "A");
    let _paused = [waits(stage, "B"), waits(stage, "C")];
    let (d, mut e) = (waits(stage, "D"), waits(stage, "E"));
    release(stage, &held);
    assert_eq!(abandons(stage, d, "D"), Released::Expired);
    assert_eq!(e.hear(stage, "E"), 0);
}

fn who_gave_up_while_another_has_the_lock_wakes_nobody(stage: &mut Stage) {
    let held = stage.take(&lock("A"), "A");
    let (b, mut c) = (waits(stage, "B"), waits(stage, "C"));
    let mut d = waits(stage, "D");
    assert_eq!(abandons(stage, b, "B"), Released::NotOwner);
    // Once more, as when the answer was lost: it is on no roll any more.
    assert_eq!(stage.run(Release::abandon(&lock("B"), &Token::new("B"))), Released::NotOwner);
    assert_eq!((c.hear(stage, "C"), d.hear(stage, "D")), (0, 0));
    release(stage, &held);
    assert_eq!((c.hear(stage, "C"), d.hear(stage, "D")), (1, 1));
    release(stage, &gets(c));
}

fn who_is_woken_for_nothing_is_woken_again(stage: &mut Stage) {
    let mut held = stage.take(&lock("A"), "A");
    let mut b = waits(stage, "B");
    for turn in 0..3 {
        release(stage, &held);
        // Somebody who did not wait comes first.
        held = stage.take(&lock("Z"), &format!("Z-{turn}"));
        assert_eq!(b.hear(stage, "B"), 1);
        assert!(!b.is_done());
    }
    release(stage, &held);
    assert_eq!(b.hear(stage, "B"), 1);
    release(stage, &gets(b));
}

fn who_tells_all_wakes_the_named_too(stage: &mut Stage) {
    let held = stage.take(&lock("A"), "A");
    let mut b = waits(stage, "B");
    let unnamed = Lock { inbox: None, ..lock("") };
    assert_eq!(stage.release(&unnamed, &held), Released::Released);
    assert_eq!(b.hear(stage, "B"), 1);
    let held = gets(b);
    assert_eq!(stage.cli(&format!("EXISTS {ROLL}")), "(integer) 0");
    release(stage, &held);
}

fn the_roll_ends_when_everybody_has_crashed(stage: &mut Stage) {
    let held = stage.take(&lock("A"), "A");
    let b = waits(stage, "B");
    assert_eq!(stage.cli(&format!("EXISTS {ROLL}")), "(integer) 1");
    dies(stage, b, "B");
    stage.advance(6_001);
    assert_eq!(stage.cli(&format!("EXISTS {ROLL}")), "(integer) 0");
    // Whoever still waits and asks in time keeps it.
    let mut c = waits(stage, "C");
    for _ in 0..3 {
        stage.advance(3_000);
        c.tick(stage);
    }
    release(stage, &held);
    assert_eq!(c.hear(stage, "C"), 1);
    release(stage, &gets(c));
}
