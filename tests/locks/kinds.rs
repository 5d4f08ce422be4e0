//! Fenced, reentrant, fair.

use super::lab::{Lab, on_both, once, s, token};
use lockstep_lock::blocking::Locks;
use lockstep_lock::{Algorithm, LockError, Released, Retry, Terms, Token};
use lockstep_sandbox::{Sandbox, ServerVersion};
use std::sync::{Arc, Mutex};
use std::thread;

#[test]
fn fencing_numbers_only_grow() {
    on_both(|lab| {
        let mut before = 0;
        for algorithm in [Algorithm::Token, Algorithm::Fair, Algorithm::Reentrant] {
            let locks = lab.locks(once().fenced().algorithm(algorithm));
            for _ in 0..3 {
                let mut guard = locks.acquire("stock").expect("the lock was free");
                let number = guard.fencing_token().expect("a fenced lock");
                assert!(number > before, "{number} after {before}");
                before = number;
                guard.release().expect("an answer");
            }
        }
        let plain = lab.locks(once());
        assert_eq!(plain.acquire("stock").expect("free").fencing_token(), None);
    });
}

#[test]
fn an_owner_takes_its_reentrant_lock_again() {
    on_both(|lab| {
        let terms = || once().algorithm(Algorithm::Reentrant);
        let a = lab.locks(terms().owner(Token::new("A")));
        let b = lab.locks(terms().owner(Token::new("B")));
        let mut outer = a.acquire("stock").expect("the lock was free");
        let mut inner = a.acquire("stock").expect("it is A's");
        assert!(matches!(b.acquire("stock"), Err(LockError::Taken { .. })));
        assert_eq!(inner.release().expect("an answer"), Released::StillHeld { holds: 1 });
        assert!(matches!(b.acquire("stock"), Err(LockError::Taken { .. })));
        assert_eq!(outer.release().expect("an answer"), Released::Released);
        assert!(b.acquire("stock").is_ok());
    });
}

#[test]
fn without_an_owner_every_acquisition_is_a_stranger() {
    on_both(|lab| {
        let locks = lab.locks(once().algorithm(Algorithm::Reentrant));
        let _guard = locks.acquire("stock").expect("the lock was free");
        assert!(matches!(locks.acquire("stock"), Err(LockError::Taken { .. })));
    });
}

#[test]
fn a_fair_lock_is_had_in_the_order_of_asking() {
    let sandbox = Sandbox::new();
    sandbox.auto();
    let terms = || {
        let often = Retry::Every { pause_ms: 10 };
        Terms::new().algorithm(Algorithm::Fair).retry(often).wait(s(20))
    };
    let connect = || Locks::new(sandbox.connect(), terms());
    let mut held = connect().acquire("stock").expect("the lock was free");
    let order = Arc::new(Mutex::new(Vec::new()));
    let mut waiters = Vec::new();
    for number in 0..4usize {
        let (locks, order) = (connect(), Arc::clone(&order));
        waiters.push(thread::spawn(move || {
            let mut guard = locks.acquire("stock").expect("its turn comes");
            order.lock().expect("whole").push(number);
            guard.release().expect("an answer");
        }));
        // It stands in the queue before the next comes.
        let queued = |sandbox: &Sandbox| {
            let mut eye = sandbox.connect();
            eye.call(["ZCARD", "{lock:stock}:queue"])
        };
        let there = lockstep_resp::Reply::Integer(i64::try_from(number + 1).expect("few"));
        while queued(&sandbox) != there {
            thread::yield_now();
        }
    }
    held.release().expect("an answer");
    for waiter in waiters {
        waiter.join().expect("it got the lock");
    }
    assert_eq!(*order.lock().expect("whole"), [0, 1, 2, 3]);
}

#[test]
fn who_gives_up_leaves_no_place_in_the_queue() {
    on_both(|lab| {
        let a = lab.locks(once());
        let held = a.acquire("stock").expect("the lock was free");
        let fair = lab.locks(Terms::new().algorithm(Algorithm::Fair).wait(s(3)));
        assert!(matches!(fair.acquire("stock"), Err(LockError::TimedOut { .. })));
        assert_eq!(lab.run::<i64>(&["EXISTS", "{lock:stock}:queue", "{lock:stock}:waiters"]), 0);
        drop(held);
    });
}

#[test]
fn a_server_with_commands_for_it_is_asked_by_them() {
    let sandbox = Sandbox::with_version(ServerVersion::Redis8_4);
    let lab = Lab::sandbox(sandbox.clone());
    let locks = lab.locks(once().silent());
    let mut guard = locks.acquire("stock").expect("the lock was free");
    guard.extend().expect("the lock is ours");
    assert_eq!(lab.get("lock:stock"), Some(token(&guard)));
    assert_eq!(guard.release().expect("an answer"), Released::Released);
    locks.acquire("stock").expect("the lock was free").release().expect("an answer");
    let sent: Vec<String> = sandbox.log().iter().map(|entry| entry.command.to_string()).collect();
    let count = |word: &str| sent.iter().filter(|text| text.starts_with(word)).count();
    assert_eq!((count("COMMAND"), count("DELEX"), count("EVAL")), (1, 2, 0), "{sent:?}");
}
