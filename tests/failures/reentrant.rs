//! Holds of one owner, counted once each.

use super::client::Client;
use super::stage::{Stage, is_taken, once, stories};
use lockstep_lock::{AcquireError, Algorithm, Extended, Grant, Lock, Release, Released, Token};

stories! {
    a_request_that_arrives_twice_counts_once on 1,
    holds_may_be_given_back_in_any_order on 1,
    a_lost_inner_answer_leaves_the_outer_hold on 1,
    an_owner_takes_it_again_and_a_stranger_does_not on 1,
    each_hold_renews_the_whole_lock on 1,
    no_hold_shortens_what_another_relies_on on 1,
    holds_share_the_fencing_number on 1,
}

fn owned_by(owner: &str) -> Lock {
    let lock = Lock::new(Algorithm::Reentrant, "lock:stock", 30_000);
    Lock { owner: Some(Token::new(owner)), fenced: true, ..lock }
}

fn twice<O: lockstep_lock::Operation>(stage: &mut Stage, operation: O) -> O::Outcome {
    let mut client = Client::start(stage, operation);
    while !client.is_done() {
        client.deliver_twice(stage);
    }
    client.outcome()
}

fn still_held(holds: u64) -> Released {
    Released::StillHeld { holds }
}

fn a_request_that_arrives_twice_counts_once(stage: &mut Stage) {
    // A bare count counts the request, not the hold.
    for _ in 0..2 {
        stage.cli("HINCRBY counted A 1");
    }
    assert_eq!(stage.cli("HINCRBY counted A -1"), "(integer) 1");
    stage.cli("DEL counted");
    let lock = owned_by("A");
    let outer = twice(stage, once(&lock, "A-1")).expect("free");
    let inner = twice(stage, once(&lock, "A-2")).expect("its own");
    // The second of the two answers is what the client sees.
    assert_eq!(twice(stage, Release::new(&lock, &inner)), Released::Expired);
    assert!(stage.is_taken(&lock), "the outer hold is there");
    assert_eq!(stage.release(&lock, &inner), Released::Expired);
    assert_eq!(stage.release(&lock, &outer), Released::Released);
    assert!(!stage.is_taken(&lock));
}

fn holds(stage: &mut Stage, lock: &Lock) -> [Grant; 3] {
    ["A-1", "A-2", "A-3"].map(|hold| stage.take(lock, hold))
}

fn holds_may_be_given_back_in_any_order(stage: &mut Stage) {
    let lock = owned_by("A");
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
        let holds = holds(stage, &lock);
        for (index, released) in order.into_iter().zip([still_held(2), still_held(1)]) {
            assert_eq!(stage.release(&lock, &holds[index]), released);
            assert!(is_taken(&stage.acquire(&owned_by("B"), "B-1")));
            assert_eq!(stage.extend(&lock, &holds[index]), Extended::Expired);
        }
        assert_eq!(stage.release(&lock, &holds[order[2]]), Released::Released);
        assert!(!stage.is_taken(&lock));
    }
}

fn a_lost_inner_answer_leaves_the_outer_hold(stage: &mut Stage) {
    let lock = owned_by("A");
    for applied in [false, true] {
        let outer = stage.take(&lock, "A-1");
        let mut inner = Client::start(stage, once(&lock, "A-2"));
        if applied {
            inner.lose_reply(stage);
        } else {
            inner.lose_request(stage);
        }
        inner.run(stage);
        assert!(matches!(inner.outcome(), Err(AcquireError::Indeterminate { .. })));
        assert_eq!(stage.release(&lock, &outer), Released::Released, "nothing is left over");
    }
}

fn an_owner_takes_it_again_and_a_stranger_does_not(stage: &mut Stage) {
    let outer = stage.take(&owned_by("A"), "A-1");
    stage.take(&owned_by("A"), "A-2");
    assert!(is_taken(&stage.acquire(&owned_by("B"), "B-1")));
    // Who names no owner is a stranger to everybody.
    let nobody = Lock { owner: None, ..owned_by("A") };
    assert!(is_taken(&stage.acquire(&nobody, "A-3")));
    // Names of owners and of holds are kept apart.
    assert!(is_taken(&stage.acquire(&owned_by("A-1"), "A-4")));
    let as_b = Grant { token: Token::new("A-1"), ..outer.clone() };
    assert_eq!(stage.release(&owned_by("B"), &as_b), Released::NotOwner);
    assert_eq!(stage.extend(&owned_by("B"), &as_b), Extended::NotOwner);
    assert_eq!(stage.release(&owned_by("A"), &outer), still_held(1));
    stage.advance(30_001);
    let b = stage.take(&owned_by("B"), "B-1");
    assert_eq!(stage.release(&owned_by("A"), &outer), Released::NotOwner);
    assert_eq!(stage.release(&owned_by("B"), &b), Released::Released);
}

fn each_hold_renews_the_whole_lock(stage: &mut Stage) {
    let lock = owned_by("A");
    let outer = stage.take(&lock, "A-1");
    stage.advance(20_000);
    let inner = stage.take(&lock, "A-2");
    assert_eq!(stage.cli("PTTL lock:stock"), "(integer) 30000");
    stage.advance(20_000);
    assert_eq!(stage.release(&lock, &inner), still_held(1));
    assert_eq!(stage.cli("PTTL lock:stock"), "(integer) 10000");
    assert!(matches!(stage.extend(&lock, &outer), Extended::Extended { .. }));
    assert_eq!(stage.cli("PTTL lock:stock"), "(integer) 30000");
    assert_eq!(stage.release(&lock, &outer), Released::Released);
}

fn no_hold_shortens_what_another_relies_on(stage: &mut Stage) {
    let long = owned_by("A");
    let short = Lock { ttl_ms: 5_000, ..long.clone() };
    let outer = stage.take(&long, "A-1");
    let inner = stage.take(&short, "A-2");
    assert_eq!(stage.cli("PTTL lock:stock"), "(integer) 30000", "the outer hold is valid so long");
    stage.advance(4_000);
    assert!(matches!(stage.extend(&short, &inner), Extended::Extended { .. }));
    assert_eq!(stage.cli("PTTL lock:stock"), "(integer) 26000");
    // Where the outer lease ends soon, its last extension is a short one.
    let leased = Lock { max_lease_ms: Some(40_000), ..long.clone() };
    let outer = Grant { lease_until_ms: Some(stage.now_ms + 10_000), ..outer };
    let inner = stage.take(&long, "A-3");
    stage.extend(&leased, &outer);
    stage.advance(inner.valid_until_ms - 1 - stage.now_ms);
    assert!(stage.is_taken(&long), "the inner hold is valid still");
}

fn holds_share_the_fencing_number(stage: &mut Stage) {
    let lock = owned_by("A");
    for number in [1, 2] {
        let holds = holds(stage, &lock);
        for hold in &holds {
            assert_eq!(hold.fencing_token, Some(number), "the outer one would be refused");
        }
        for hold in &holds {
            stage.release(&lock, hold);
        }
    }
    // A first hold that wanted no number leaves one to the next.
    let unfenced = Lock { fenced: false, ..lock.clone() };
    stage.cli("FLUSHALL");
    let first = stage.take(&unfenced, "A-1");
    assert_eq!(first.fencing_token, None);
    assert_eq!(stage.take(&lock, "A-2").fencing_token, Some(1));
}
