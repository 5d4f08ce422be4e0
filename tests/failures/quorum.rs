//! Several nodes, of which some fail.

use super::client::Client;
use super::one_node::script;
use super::stage::{Stage, once, stories};
use lockstep_lock::{
    AcquireError, Algorithm, Extended, Grant, Lock, Loss, Release, Released, Token, Watchdog,
};

stories! {
    one_dead_node_of_three_does_not_fail_a_good_quorum on 3,
    a_node_that_is_slow_does_not_hold_up_a_quorum on 3,
    a_minority_gives_back_what_it_got on 3,
    nodes_that_restart_empty_wear_a_quorum_away_unless_it_is_put_back on 3,
    what_was_put_back_does_not_count on 3,
    nothing_is_put_back_after_the_end on 3,
    the_fence_grows_over_the_failures_of_nodes on 3,
    a_number_that_is_told_late_lowers_no_fence on 3,
    a_fence_that_a_majority_forgot_begins_again on 3,
    a_node_that_forgets_and_is_back_at_once_lets_two_in on 3,
}

fn lock() -> Lock {
    Lock { nodes: 3, ..Lock::new(Algorithm::RedLock, "lock:stock", 30_000) }
}

fn fenced() -> Lock {
    Lock { fenced: true, ..lock() }
}

fn holders(stage: &mut Stage) -> [String; 3] {
    [0, 1, 2].map(|node| stage.says(node, "GET lock:stock"))
}

fn is_no_quorum<T>(outcome: &Result<T, AcquireError>) -> bool {
    matches!(outcome, Err(AcquireError::NoQuorum { .. }))
}

fn one_dead_node_of_three_does_not_fail_a_good_quorum(stage: &mut Stage) {
    for dead in 0..3 {
        stage.down(dead);
        // Whoever needs every answer has no lock.
        let all = (0..3).all(|node| node != dead);
        assert!(!all);
        let grant = stage.take(&fenced(), "A-1");
        assert!(is_no_quorum(&stage.acquire(&lock(), "B-1")));
        let valid_until_ms = stage.now_ms + 29_698;
        assert_eq!(stage.extend(&lock(), &grant), Extended::Extended { valid_until_ms });
        assert_eq!(stage.release(&lock(), &grant), Released::Released);
        stage.up(dead);
        assert_eq!(holders(stage), ["(nil)", "(nil)", "(nil)"]);
    }
}

fn a_node_that_is_slow_does_not_hold_up_a_quorum(stage: &mut Stage) {
    let mut a = Client::start(stage, once(&lock(), "A-1"));
    assert!(a.deliver(stage) && a.deliver(stage));
    assert!(a.is_done());
    // What was sent arrives all the same, and is released with the rest.
    a.run(stage);
    let grant = a.outcome().expect("two of three");
    assert_eq!(holders(stage), ["\"A-1\"", "\"A-1\"", "\"A-1\""]);
    assert_eq!(stage.release(&lock(), &grant), Released::Released);
    assert_eq!(holders(stage), ["(nil)", "(nil)", "(nil)"]);
    // A node's answer counts only within its time.
    let mut b = Client::start(stage, once(&lock(), "B-1"));
    assert!(b.deliver(stage));
    stage.advance(300);
    b.tick(stage);
    b.run(stage);
    assert!(is_no_quorum(&b.outcome()));
    assert_eq!(holders(stage), ["(nil)", "(nil)", "(nil)"]);
}

fn a_minority_gives_back_what_it_got(stage: &mut Stage) {
    // Three clients, a node each, and nothing given back: nobody gets it.
    for (node, client) in ["A", "B", "C"].into_iter().enumerate() {
        let line = format!("SET lock:stock {client} NX PX 30000");
        assert_eq!(stage.says(node, &line), "OK");
    }
    assert!(is_no_quorum(&stage.acquire(&lock(), "D-1")));
    assert_eq!(holders(stage), ["\"A\"", "\"B\"", "\"C\""], "others' are left alone");
    assert_eq!(stage.says(2, "DEL lock:stock"), "(integer) 1");
    let mut d = Client::start(stage, once(&lock(), "D-1"));
    assert!(d.deliver(stage) && d.deliver(stage));
    // The answer is lost, but not what it did.
    d.lose_reply(stage);
    d.run(stage);
    assert!(is_no_quorum(&d.outcome()));
    assert_eq!(holders(stage), ["\"A\"", "\"B\"", "(nil)"]);
}

fn nodes_that_restart_empty_wear_a_quorum_away_unless_it_is_put_back(stage: &mut Stage) {
    let forgets = "redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])";
    for puts_back in [false, true] {
        if !puts_back {
            stage.mutate(script("extend_or_restore.lua"), forgets, "");
        }
        let grant = stage.take(&lock(), "A-1");
        stage.restart(0);
        assert!(matches!(stage.extend(&lock(), &grant), Extended::Extended { .. }));
        stage.restart(1);
        let extended = stage.extend(&lock(), &grant);
        let b = stage.acquire(&lock(), "B-1");
        if puts_back {
            assert!(matches!(extended, Extended::Extended { .. }));
            assert!(is_no_quorum(&b), "never two of three were down");
            assert_eq!(stage.says(1, "PTTL lock:stock"), "(integer) 30000");
        } else {
            assert_eq!(extended, Extended::NoQuorum { yes: 0, needed: 2 });
            let b = b.expect("two of three are free");
            assert_eq!(stage.release(&lock(), &b), Released::Released);
            stage.mend();
        }
        stage.release(&lock(), &grant);
    }
    // What belongs to another is not put back over it.
    let grant = stage.take(&lock(), "A-2");
    stage.restart(2);
    assert_eq!(stage.says(2, "SET lock:stock B-2 PX 900"), "OK");
    assert!(matches!(stage.extend(&lock(), &grant), Extended::Extended { .. }));
    assert_eq!(holders(stage), ["\"A-2\"", "\"A-2\"", "\"B-2\""]);
    assert_eq!(stage.says(2, "PTTL lock:stock"), "(integer) 900");
}

fn what_was_put_back_does_not_count(stage: &mut Stage) {
    let grant = stage.take(&lock(), "A-1");
    stage.restart(0);
    stage.restart(1);
    let b = stage.take(&lock(), "B-1");
    assert_eq!(stage.release(&lock(), &b), Released::Released);
    let mut watchdog = Client::start(stage, Watchdog::new(&lock(), &grant));
    watchdog.wait_until_done(stage);
    assert_eq!(watchdog.outcome(), Loss::NoQuorum);
    assert_eq!(stage.release(&lock(), &grant), Released::Released);
    assert_eq!(holders(stage), ["(nil)", "(nil)", "(nil)"]);
}

fn nothing_is_put_back_after_the_end(stage: &mut Stage) {
    // Put back twice, it counts as extended, though B has come and gone.
    let late = stage.take(&lock(), "A-1");
    stage.advance(30_001);
    let b = stage.take(&lock(), "B-1");
    assert_eq!(stage.release(&lock(), &b), Released::Released);
    let body = script("extend_or_restore.lua").body.replace('\n', "\\n");
    let line = format!("EVAL \"{body}\" 1 lock:stock A-1 30000");
    for answer in ["(integer) -1", "(integer) 1"] {
        assert!((0..3).all(|node| stage.says(node, &line) == answer));
    }
    assert_eq!(stage.release(&lock(), &late), Released::Released);
    for _ in 0..2 {
        assert_eq!(stage.extend(&lock(), &late), Extended::NoQuorum { yes: 0, needed: 2 });
        assert_eq!(holders(stage), ["(nil)", "(nil)", "(nil)"]);
    }
}

/// The number that is granted while this node is down.
fn fence_without(stage: &mut Stage, down: usize) -> i64 {
    stage.down(down);
    let grant = stage.take(&fenced(), "A-1");
    assert_eq!(stage.release(&fenced(), &grant), Released::Released);
    stage.up(down);
    grant.fencing_token.expect("a number")
}

fn the_fence_grows_over_the_failures_of_nodes(stage: &mut Stage) {
    stage.mutate(script("raise_fence.lua"), "redis.call('SET', KEYS[1], ARGV[1])", "");
    let each_for_itself = [2, 1, 2, 0].map(|down| fence_without(stage, down));
    assert_eq!(each_for_itself, [1, 2, 3, 3], "two owners with one number");
    stage.mend();
    for node in 0..3 {
        stage.restart(node);
    }
    let told_on = [2, 1, 2, 0, 1, 0, 2, 0, 1].map(|down| fence_without(stage, down));
    assert!(told_on.windows(2).all(|two| two[0] < two[1]), "{told_on:?}");
    // One node that forgot does not matter, if one of the others is asked.
    stage.restart(0);
    let after = fence_without(stage, 1);
    assert!(after > told_on[8] && fence_without(stage, 2) > after);
}

fn a_number_that_is_told_late_lowers_no_fence(stage: &mut Stage) {
    // The scripts are known everywhere, so that each question is one command.
    let first = stage.take(&fenced(), "A-1");
    stage.release(&fenced(), &first);
    let mut a = Client::start(stage, once(&fenced(), "A-2"));
    for _ in 0..5 {
        assert!(!a.is_done() && a.deliver(stage));
    }
    assert!(a.is_done(), "the third node has not been told yet");
    let last = stage.says(2, "GET {lock:stock}:fence");
    stage.release(&fenced(), &Grant { token: Token::new("A-2"), ..first });
    let b = fence_without(stage, 1);
    a.run(stage);
    assert!(fence_without(stage, 0) > b, "it was {last}, and B's {b}");
}

fn a_fence_that_a_majority_forgot_begins_again(stage: &mut Stage) {
    let before = [2, 2, 2].map(|down| fence_without(stage, down));
    assert_eq!(before, [1, 2, 3]);
    stage.restart(0);
    stage.restart(1);
    // No client can know: an operator must not let it happen.
    assert_eq!(fence_without(stage, 2), 1);
}

fn a_node_that_forgets_and_is_back_at_once_lets_two_in(stage: &mut Stage) {
    stage.down(2);
    let a = stage.take(&lock(), "A-1");
    stage.up(2);
    stage.restart(1);
    let b = stage.take(&lock(), "B-1");
    let both_ms = a.valid_until_ms.min(b.valid_until_ms);
    assert!(stage.now_ms < both_ms, "both believe it: hence the delayed restart");
    // A sees it at its next extension, and harms nobody.
    assert_eq!(stage.extend(&lock(), &a), Extended::NoQuorum { yes: 1, needed: 2 });
    let mut release = Client::start(stage, Release::new(&lock(), &a));
    release.run(stage);
    assert_eq!(release.outcome(), Released::NotOwner);
    assert_eq!(stage.release(&lock(), &b), Released::Released);
}
