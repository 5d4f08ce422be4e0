//! What a lock is for, and what happens when its time runs out.

use super::lab::{Lab, Redis, on_both, once, s, token};
use lockstep_lock::{Algorithm, LockError, Released, Retry, Terms};
use lockstep_sandbox::Sandbox;
use std::time::Duration;

#[test]
fn a_lock_is_held_by_one_at_a_time() {
    on_both(|lab| {
        let (a, b) = (lab.locks(once()), lab.locks(once()));
        let mut guard = a.acquire("stock").expect("the lock was free");
        assert_eq!(guard.key(), b"lock:stock");
        assert_eq!(lab.get("lock:stock"), Some(token(&guard)));
        assert!(matches!(b.acquire("stock"), Err(LockError::Taken { attempts: 1, .. })));
        assert!(matches!(b.try_acquire("stock"), Err(LockError::Taken { attempts: 1, .. })));
        assert!(b.acquire("another").is_ok());
        assert_eq!(guard.release().expect("an answer"), Released::Released);
        assert!(!guard.is_valid());
        let second = b.acquire("stock").expect("the lock is free again");
        assert_ne!(token(&second), token(&guard));
    });
}

#[test]
fn a_late_owner_releases_anothers_lock_only_if_it_does_not_compare() {
    let check = |algorithm, released: Released, b_still_holds: bool| {
        on_both(|lab| {
            let (a, b) = (lab.locks(once().algorithm(algorithm)), lab.locks(once()));
            let mut late = a.acquire("stock").expect("the lock was free");
            lab.advance(30_001);
            assert!(!late.is_valid());
            let guard = b.acquire("stock").expect("the lock had ended");
            assert_eq!(late.release().expect("an answer"), released);
            let holder = b_still_holds.then(|| token(&guard));
            assert_eq!(lab.get("lock:stock"), holder);
        });
    };
    check(Algorithm::Naive, Released::Released, false);
    check(Algorithm::Token, Released::NotOwner, true);
}

#[test]
fn a_late_guard_that_is_dropped_never_removes_anothers_lock() {
    let check = |algorithm| {
        on_both(|lab| {
            let (a, b) = (lab.locks(once().algorithm(algorithm)), lab.locks(once()));
            let late = a.acquire("stock").expect("the lock was free");
            lab.advance(30_001);
            let guard = b.acquire("stock").expect("the lock had ended");
            drop(late);
            a.tend();
            assert_eq!(lab.get("lock:stock"), Some(token(&guard)));
        });
    };
    check(Algorithm::Naive);
    check(Algorithm::Token);
}

#[test]
fn an_expired_lock_is_neither_extended_nor_brought_back() {
    on_both(|lab| {
        let a = lab.locks(once().ttl(s(10)));
        let mut guard = a.acquire("stock").expect("the lock was free");
        lab.advance(10_000);
        // The key is there for one more millisecond, at its exact deadline.
        guard.extend().expect("the lock is still there");
        assert!(guard.is_valid());
        lab.advance(10_001);
        assert!(matches!(guard.extend(), Err(LockError::Expired { .. })));
        assert!(matches!(guard.extend(), Err(LockError::Lost { .. })));
        assert_eq!(lab.get("lock:stock"), None);
        assert_eq!(guard.release().expect("an answer"), Released::Expired);
        assert_eq!(guard.release().expect("the same answer"), Released::Expired);
    });
}

#[test]
fn an_expired_lock_is_released_by_one_question() {
    let sandbox = Sandbox::new();
    let lab = Lab::sandbox(sandbox.clone());
    let patient = Terms::new().wait_for_ever().retry(Retry::Every { pause_ms: 100 });
    let locks = lab.locks(patient);
    let mut warm = locks.acquire("warm").expect("the lock was free");
    warm.release().expect("an answer");
    let mut guard = locks.acquire("stock").expect("the lock was free");
    lab.advance(60_000);
    let (sent, now_ms) = (sandbox.log().len(), lab.now_ms());
    assert_eq!(guard.release().expect("an answer"), Released::Expired);
    assert_eq!((sandbox.log().len() - sent, lab.now_ms()), (1, now_ms));
}

#[test]
fn a_waiting_client_gets_the_lock_when_it_has_ended() {
    on_both(|lab| {
        let holder = lab.locks(once());
        let held = holder.acquire("stock").expect("the lock was free");
        let began_at_ms = lab.now_ms();
        let b = lab.locks(Terms::new().wait_for_ever().retry(Retry::Every { pause_ms: 1000 }));
        let guard = b.acquire("stock").expect("the lock ends after 30 s");
        assert_eq!(lab.now_ms() - began_at_ms, 31_000);
        assert_eq!(lab.get("lock:stock"), Some(token(&guard)));
        let four = Retry::Backoff { first_ms: 10, cap_ms: 40, attempts: 4 };
        let c = lab.locks(Terms::new().retry(four));
        assert!(matches!(c.acquire("stock"), Err(LockError::Taken { attempts: 4, .. })));
        let d = lab.locks(Terms::new().wait(s(2)));
        let waited_since_ms = lab.now_ms();
        let error = d.acquire("stock").expect_err("the lock is taken");
        assert!(matches!(error, LockError::TimedOut { waited_ms: 2000, .. }), "{error}");
        assert_eq!(lab.now_ms() - waited_since_ms, 2000);
        drop(held);
    });
}

#[test]
fn a_server_that_forgot_its_scripts_is_told_them_again() {
    on_both(|lab| {
        let a = lab.locks(once());
        for _ in 0..2 {
            let mut guard = a.acquire("stock").expect("the lock was free");
            guard.extend().expect("the lock is ours");
            assert_eq!(lab.run::<String>(&["SCRIPT", "FLUSH"]), "OK");
            assert_eq!(guard.release().expect("an answer"), Released::Released);
        }
    });
}

#[test]
fn locks_and_data_keep_out_of_each_others_way() {
    on_both(|lab| {
        lab.run::<()>(&["SET", "stock", "17"]);
        let locks = lab.locks(once().prefix("shop:lock:"));
        let guard = locks.acquire("stock").expect("a key of its own");
        assert_eq!(lab.get("shop:lock:stock"), Some(token(&guard)));
        assert_eq!(lab.get("stock").as_deref(), Some("17"));
    });
}

#[test]
fn a_lock_on_a_data_key_says_so() {
    on_both(|lab| {
        lab.run::<()>(&["RPUSH", "jobs", "1"]);
        // To `SET NX` any value is one: the lock is simply taken.
        let token_lock = lab.locks(once().prefix(""));
        assert!(matches!(token_lock.acquire("jobs"), Err(LockError::Taken { .. })));
        let reentrant = lab.locks(once().prefix("").algorithm(Algorithm::Reentrant));
        let error = reentrant.acquire("jobs").expect_err("a list is no lock");
        assert!(matches!(&error, LockError::Backend { text, .. } if text.starts_with("WRONGTYPE")));
        assert!(error.to_string().contains("jobs"), "{error}");
        assert_eq!(lab.run::<i64>(&["LLEN", "jobs"]), 1);
    });
}

#[test]
fn validity_never_underflows() {
    let check = |ttl_ms: u64, valid_ms: Option<u64>| {
        on_both(|lab| {
            let locks = lab.locks(once().ttl(Duration::from_millis(ttl_ms)));
            match (locks.acquire("stock"), valid_ms) {
                (Ok(guard), Some(valid_ms)) => {
                    assert_eq!(guard.validity(), Duration::from_millis(valid_ms), "{ttl_ms}");
                }
                (Err(LockError::TooLate { .. }), None) => {
                    assert_eq!(lab.get("lock:stock"), None, "{ttl_ms}");
                }
                (other, _) => panic!("{ttl_ms}: {other:?}"),
            }
        });
    };
    // What two clocks may drift apart is as long as the lock.
    check(0, None);
    check(2, None);
    check(3, Some(1));
    check(100, Some(97));
    check(30_000, Some(29_698));
}

#[test]
fn a_server_that_is_gone_is_not_a_lock_that_is_taken() {
    let lab = Lab::real();
    let a = lab.locks(once());
    let mut guard = a.acquire("stock").expect("the lock was free");
    *lab.redis() = Redis::Sandbox(Sandbox::new());
    let check = |error: LockError| match error {
        LockError::Indeterminate { failures, .. } => assert!(!failures.is_empty()),
        other => panic!("{other}"),
    };
    check(a.acquire("more").expect_err("no server"));
    check(guard.release().expect_err("no server"));
    let none: [redis::Connection; 0] = [];
    let nowhere = lockstep_lock::blocking::Locks::on(none, once());
    let error = nowhere.acquire("stock").expect_err("no node");
    assert!(matches!(error, LockError::NoNodes { .. }), "{error}");
}
