//! Validity, and what keeps a lock alive.

use super::client::Client;
use super::stage::{Stage, once, stories};
use lockstep_lock::{AcquireError, Algorithm, Extended, Grant, Lock, Loss, Released, Watchdog};
use std::collections::BTreeSet;

stories! {
    validity_counts_from_before_the_question on 1,
    a_lock_that_comes_after_its_end_is_given_back on 1,
    validity_never_underflows on 1,
    a_watchdog_that_was_paused_with_its_process_does_not_ask_again on 1,
    a_watchdog_does_not_outlive_its_lock on 1,
    a_watchdog_whose_worker_is_stuck_ends_with_the_longest_lease on 1,
    an_error_in_renewing_does_not_poison_the_next_lock on 1,
}

fn lock() -> Lock {
    Lock::new(Algorithm::Token, "lock:stock", 30_000)
}

fn watch(stage: &Stage, lock: &Lock, grant: &Grant) -> Client<Watchdog> {
    Client::start(stage, Watchdog::new(lock, grant))
}

fn validity_counts_from_before_the_question(stage: &mut Stage) {
    let mut a = Client::start(stage, once(&lock(), "A-1"));
    a.deliver_slowly(stage, 20_000);
    let from_the_answer_ms = stage.now_ms + 30_000;
    let grant = a.outcome().expect("the lock was free");
    stage.advance(10_001);
    let b = stage.take(&lock(), "B-1");
    assert!(stage.now_ms < from_the_answer_ms, "two who believe it");
    assert!(stage.now_ms > grant.valid_until_ms);
    // The same for an extension.
    let mut extend = Client::start(stage, lockstep_lock::Extend::new(&lock(), &b));
    extend.deliver(stage);
    if !extend.is_done() {
        extend.deliver_slowly(stage, 20_000);
    }
    let Extended::Extended { valid_until_ms } = extend.outcome() else { panic!("it was B's") };
    stage.advance(10_001);
    assert!(stage.now_ms > valid_until_ms && !stage.is_taken(&lock()));
}

fn a_lock_that_comes_after_its_end_is_given_back(stage: &mut Stage) {
    let mut a = Client::start(stage, once(&lock(), "A-1"));
    a.deliver_slowly(stage, 29_700);
    assert!(!a.is_done() && stage.is_taken(&lock()));
    a.run(stage);
    assert!(matches!(a.outcome(), Err(AcquireError::TooLate { .. })));
    assert!(!stage.is_taken(&lock()));
    let mut a = Client::start(stage, once(&lock(), "A-2"));
    a.deliver_slowly(stage, 31_000);
    let b = stage.take(&lock(), "B-1");
    a.run(stage);
    assert!(matches!(a.outcome(), Err(AcquireError::TooLate { .. })));
    assert_eq!(stage.release(&lock(), &b), Released::Released);
}

fn validity_never_underflows(stage: &mut Stage) {
    for (ttl_ms, elapsed_ms) in [(1, 0), (2, 1), (3, 5), (100, 400)] {
        let naive = u64::checked_sub(ttl_ms, ttl_ms / 100 + 2 + elapsed_ms);
        assert_eq!(naive, None, "a subtraction that panics or wraps");
        let lock = Lock::new(Algorithm::Token, "lock:stock", ttl_ms);
        let mut a = Client::start(stage, once(&lock, "A-1"));
        a.deliver_slowly(stage, elapsed_ms);
        a.run(stage);
        assert!(matches!(a.outcome(), Err(AcquireError::TooLate { .. })), "{ttl_ms}");
        assert!(!stage.is_taken(&lock));
    }
}

fn a_watchdog_that_was_paused_with_its_process_does_not_ask_again(stage: &mut Stage) {
    // One that does not compare keeps another's lock alive.
    let naive = Lock::new(Algorithm::Naive, "lock:stock", 30_000);
    let grant = stage.take(&naive, "A-1");
    stage.advance(30_001);
    let b = stage.take(&lock(), "B-1");
    stage.advance(20_000);
    let extended = stage.extend(&naive, &grant);
    assert!(matches!(extended, Extended::Extended { .. }), "A believes that it is its own");
    assert_eq!(stage.release(&lock(), &b), Released::Released);
    // Ours looks at its clock first.
    for pause_ms in [29_698, 30_001, 90_000] {
        let grant = stage.take(&lock(), "A-2");
        let mut watchdog = watch(stage, &lock(), &grant);
        stage.advance(pause_ms);
        watchdog.tick(stage);
        assert_eq!(watchdog.sent, 0);
        assert_eq!(watchdog.outcome(), Loss::NotExtended);
        stage.advance(30_001);
    }
}

fn a_watchdog_does_not_outlive_its_lock(stage: &mut Stage) {
    let grant = stage.take(&lock(), "A-1");
    let mut watchdog = watch(stage, &lock(), &grant);
    assert_eq!(stage.release(&lock(), &grant), Released::Released);
    watchdog.wait_until_done(stage);
    assert_eq!(watchdog.outcome(), Loss::Expired);
    assert!(!stage.is_taken(&lock()));
    let grant = stage.take(&lock(), "A-2");
    let mut watchdog = watch(stage, &lock(), &grant);
    assert_eq!(stage.cli("DEL lock:stock"), "(integer) 1");
    let b = stage.take(&lock(), "B-1");
    watchdog.wait_until_done(stage);
    assert_eq!(watchdog.outcome(), Loss::NotOwner);
    assert_eq!(stage.cli("PTTL lock:stock"), "(integer) 20000", "B's was not extended");
    assert_eq!(stage.release(&lock(), &b), Released::Released);
}

fn a_watchdog_whose_worker_is_stuck_ends_with_the_longest_lease(stage: &mut Stage) {
    // Without a longest lease it goes on for as long as anybody looks.
    let grant = stage.take(&lock(), "A-1");
    let mut watchdog = watch(stage, &lock(), &grant);
    for _ in 0..1000 {
        stage.advance(10_000);
        watchdog.tick(stage);
    }
    assert!(!watchdog.is_done() && stage.is_taken(&lock()));
    assert_eq!(stage.release(&lock(), &grant), Released::Released);
    let leased = Lock { max_lease_ms: Some(60_000), ..lock() };
    let began_ms = stage.now_ms;
    let grant = stage.take(&leased, "A-2");
    let mut watchdog = watch(stage, &leased, &grant);
    watchdog.wait_until_done(stage);
    assert_eq!(watchdog.outcome(), Loss::LeaseOver);
    assert!(stage.now_ms <= began_ms + 60_000);
    stage.advance(began_ms + 60_001 - stage.now_ms);
    assert!(!stage.is_taken(&leased));
}

fn an_error_in_renewing_does_not_poison_the_next_lock(stage: &mut Stage) {
    // A list of the locks that are renewed, whose entry an error leaves there.
    let mut renewed = BTreeSet::new();
    assert!(renewed.insert("lock:stock"), "the first is renewed, and fails");
    assert!(!renewed.insert("lock:stock"), "so the next is believed to be, and is not");
    let grant = stage.take(&lock(), "A-1");
    let mut watchdog = watch(stage, &lock(), &grant);
    stage.down(0);
    watchdog.wait_until_done(stage);
    assert_eq!(watchdog.outcome(), Loss::NotExtended);
    stage.up(0);
    stage.advance(1000);
    let grant = stage.take(&lock(), "A-2");
    let mut watchdog = watch(stage, &lock(), &grant);
    for second in 0..90 {
        stage.advance(1000);
        // A short failure costs a tenth, not the lock.
        if second == 40 {
            stage.down(0);
        } else if second == 52 {
            stage.up(0);
        }
        watchdog.tick(stage);
    }
    assert!(!watchdog.is_done() && stage.is_taken(&lock()));
    assert_eq!(stage.release(&lock(), &grant), Released::Released);
}
