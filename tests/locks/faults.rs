//! What is lost on the way: nothing stays behind, and nothing is taken for what
//! it is not.

use super::lab::{Lab, once, s, token};
use lockstep_lock::blocking::Locks;
use lockstep_lock::{LockError, Loss, Released};
use lockstep_sandbox::{Fault, Faults, Sandbox};
use std::sync::{Arc, Mutex};

/// A sandbox, a client of it, and what will go wrong between them.
fn faulty(terms: lockstep_lock::Terms) -> (Lab, Locks, Faults) {
    let sandbox = Sandbox::new();
    let lab = Lab::sandbox(sandbox.clone());
    let connection = sandbox.connect();
    let faults = connection.faults();
    let locks = lab.on(connection, terms);
    (lab, locks, faults)
}

#[test]
fn an_acquisition_without_an_answer_is_not_taken_and_is_cleaned_up() {
    let check = |lost: Fault, release_too: bool| {
        let (lab, locks, faults) = faulty(once());
        faults.on("SET", lost);
        if release_too {
            faults.on("EVALSHA", Fault::DropRequest);
        }
        let error = locks.acquire("stock").expect_err("the answer is lost");
        assert!(matches!(error, LockError::Indeterminate { .. }), "{error}");
        locks.tend();
        assert_eq!(lab.get("lock:stock"), None);
        assert!(locks.acquire("stock").is_ok());
    };
    check(Fault::DropRequest, false);
    check(Fault::DropReply, false);
    check(Fault::DropReply, true);
}

#[test]
fn a_release_in_the_background_is_tried_until_the_lock_must_have_ended() {
    let check = |lost: Fault| {
        let (lab, locks, faults) = faulty(once());
        drop(locks.acquire("stock").expect("the lock was free"));
        for _ in 0..5 {
            faults.on("EVALSHA", lost.clone());
            lab.work(&locks, 1_600);
            assert!(lab.get("lock:stock").is_some());
        }
        lab.work(&locks, 1_600);
        assert_eq!(lab.get("lock:stock"), None);
    };
    check(Fault::DropRequest);
    check(Fault::Error("BUSY Redis is busy running a script.".to_owned()));
}

#[test]
fn after_a_release_without_an_answer_another_one_works() {
    let check = |lost: Fault, second: Released| {
        let (lab, locks, faults) = faulty(once());
        let mut guard = locks.acquire("stock").expect("the lock was free");
        faults.on("EVALSHA", lost);
        let error = guard.release().expect_err("the answer is lost");
        assert!(matches!(error, LockError::Indeterminate { .. }), "{error}");
        assert!(!guard.is_valid(), "it may be free by now");
        assert_eq!(guard.release().expect("an answer"), second);
        assert_eq!(guard.release().expect("the same"), second);
        assert_eq!(lab.get("lock:stock"), None);
    };
    check(Fault::DropRequest, Released::Released);
    check(Fault::DropReply, Released::Released);
}

#[test]
fn an_error_of_the_server_is_told_and_changes_nothing() {
    let (lab, locks, faults) = faulty(once());
    faults.on("SET", Fault::Error("OOM command not allowed".to_owned()));
    let error = locks.acquire("stock").expect_err("the server refused");
    assert!(matches!(&error, LockError::Backend { text, .. } if text.starts_with("OOM")));
    let mut guard = locks.acquire("stock").expect("the lock was free");
    faults.on("EVALSHA", Fault::Error("READONLY of sorts".to_owned()));
    assert!(matches!(guard.extend(), Err(LockError::Backend { .. })));
    assert!(guard.is_valid());
    faults.on("EVALSHA", Fault::Error("READONLY of sorts".to_owned()));
    assert!(matches!(guard.release(), Err(LockError::Backend { .. })));
    assert_eq!(lab.get("lock:stock"), Some(token(&guard)));
    drop(guard);
    locks.tend();
    assert_eq!(lab.get("lock:stock"), None);
}

#[test]
fn an_extension_that_fails_is_tried_again_and_spoils_no_later_lock() {
    let (lab, locks, faults) = faulty(once().watchdog(s(300)));
    let guard = locks.acquire("stock").expect("the lock was free");
    faults.on("EVALSHA", Fault::DropRequest);
    lab.work(&locks, 10_000);
    assert_eq!(lab.run::<i64>(&["PTTL", "lock:stock"]), 20_000);
    lab.work(&locks, 3_000);
    assert_eq!(lab.run::<i64>(&["PTTL", "lock:stock"]), 30_000);

    // Nothing gets through until it is lost.
    for _ in 0..10 {
        faults.on("EVALSHA", Fault::DropRequest);
    }
    for _ in 0..11 {
        lab.work(&locks, 3_000);
    }
    assert!(!guard.is_valid());
    faults.clear();
    drop(guard);
    locks.tend();

    let second = locks.acquire("stock").expect("the lock is free");
    for _ in 0..6 {
        lab.work(&locks, 10_000);
    }
    assert!(second.is_valid());
    assert_eq!(lab.get("lock:stock"), Some(token(&second)));
}

#[test]
fn a_grant_that_comes_too_late_is_given_back() {
    let (lab, locks, faults) = faulty(once());
    faults.on("SET", Fault::Delay(s(31)));
    let error = locks.acquire("stock").expect_err("its validity is over");
    assert!(matches!(error, LockError::TooLate { .. }), "{error}");
    assert_eq!(lab.get("lock:stock"), None);
}

#[test]
fn an_answer_that_takes_longer_than_the_lock_lives_is_a_loss() {
    let (lab, locks, faults) = faulty(once().watchdog(s(300)));
    let guard = locks.acquire("stock").expect("the lock was free");
    let told = Arc::new(Mutex::new(None));
    let hears = Arc::clone(&told);
    guard.on_lost(move |loss| *hears.lock().expect("whole") = Some(loss));
    faults.on("EVALSHA", Fault::Delay(s(40)));
    lab.work(&locks, 10_000);
    assert!(told.lock().expect("whole").is_some_and(|loss: Loss| loss == Loss::Expired));
    assert_eq!(lab.get("lock:stock"), None);
}
