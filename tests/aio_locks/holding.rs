//! Taking, extending and giving back.

use super::lab::{Lab, on_both, on_sandbox, token};
use lockstep_lock::aio::Locks;
use lockstep_lock::{Algorithm, LockError, Loss, Released, Terms, Token};
use lockstep_sandbox::{Fault, Sandbox, ServerVersion};
use std::time::Duration;

/// Locks on the sandbox, and the faults that await their connection.
fn faulty(lab: &Lab, terms: Terms) -> (Locks, lockstep_sandbox::Faults) {
    let connection = lab.sandbox.connect_multiplexed();
    let faults = connection.faults();
    (lab.locks_over(connection, terms), faults)
}

#[test]
fn a_lock_is_held_by_one_at_a_time() {
    on_both(async |lab| {
        let (a, b) = (lab.locks(Terms::new()).await, lab.locks(Terms::new()).await);
        let mut guard = a.acquire("stock").await.expect("the lock was free");
        assert_eq!(lab.owner(), token(&guard));
        assert_eq!((guard.key(), guard.fencing_token()), (&b"lock:stock"[..], None));
        assert_eq!(guard.validity(), Duration::from_millis(30_000 - 302));
        let taken = b.try_acquire("stock").await.expect_err("it is held");
        assert!(matches!(taken, LockError::Taken { attempts: 1, .. }), "{taken}");
        drop(b.try_acquire("another").await.expect("a lock of its own"));
        assert_eq!(guard.release().await.expect("an answer"), Released::Released);
        assert!(!guard.is_valid());
        let second = b.try_acquire("stock").await.expect("the lock is free again");
        assert_ne!(token(&second), token(&guard));
    });
}

#[test]
fn a_second_release_answers_what_the_first_did_without_asking() {
    on_sandbox(async |lab| {
        let mut guard = lab.locks(Terms::new()).await.acquire("stock").await.expect("free");
        for _ in 0..2 {
            assert_eq!(guard.release().await.expect("an answer"), Released::Released);
        }
        let asked = lab.commands();
        assert_eq!(guard.release().await.expect("an answer"), Released::Released);
        assert!(matches!(guard.extend().await, Err(LockError::Expired { .. })));
        drop(guard);
        lab.settle().await;
        assert_eq!(lab.commands(), asked);
    });
}

#[test]
fn releasing_an_expired_lock_answers_at_once_and_harms_nobody() {
    on_both(async |lab| {
        let locks = lab.locks(Terms::new()).await;
        let mut late = locks.acquire("stock").await.expect("the lock was free");
        let mut later = locks.acquire("another").await.expect("the lock was free");
        lab.elapse(30_001).await;
        assert!(!late.is_valid());
        let other = lab.locks(Terms::new()).await;
        let guard = other.try_acquire("stock").await.expect("the lock had ended");
        let now_ms = lab.sandbox.now_ms();
        assert_eq!(late.release().await.expect("an answer"), Released::NotOwner);
        assert_eq!(later.release().await.expect("an answer"), Released::Expired);
        assert_eq!(lab.sandbox.now_ms(), now_ms, "nothing was waited for");
        assert_eq!(lab.owner(), token(&guard));
    });
}

#[test]
fn an_expired_lock_is_neither_extended_nor_brought_back() {
    on_both(async |lab| {
        let terms = Terms::new().ttl(Duration::from_secs(10));
        let guard = lab.locks(terms).await.acquire("stock").await.expect("the lock was free");
        lab.elapse(9_000).await;
        guard.extend().await.expect("the lock is still there");
        lab.elapse(9_000).await;
        assert!(guard.is_valid());
        lab.elapse(1_001).await;
        assert!(matches!(guard.extend().await, Err(LockError::Expired { .. })));
        assert_eq!(guard.lost().await, Loss::Expired);
        assert_eq!(lab.owner(), None);
    });
}

#[test]
fn no_lease_is_longer_than_the_longest() {
    on_sandbox(async |lab| {
        let terms = Terms::new().max_lease(Duration::from_secs(40));
        let guard = lab.locks(terms).await.acquire("stock").await.expect("the lock was free");
        lab.elapse(20_000).await;
        guard.extend().await.expect("another 20 seconds");
        assert_eq!(guard.validity(), Duration::from_millis(20_000 - 202));
        lab.elapse(19_798).await;
        assert_eq!(guard.lost().await, Loss::LeaseOver);
        assert!(matches!(guard.extend().await, Err(LockError::Lost { .. })));
    });
}

#[test]
fn a_lost_answer_on_taking_is_not_a_taken_lock_and_leaves_nothing() {
    let check = |meets: &[(&str, Fault)]| {
        on_sandbox(async |lab| {
            let (locks, faults) = faulty(lab, Terms::new());
            for (command, fault) in meets {
                faults.on(command, fault.clone());
            }
            let error = locks.acquire("stock").await.expect_err("no answer");
            let LockError::Indeterminate { failures, .. } = &error else { panic!("{error}") };
            assert!(failures[0].source.is_timeout(), "{error}");
            lab.elapse(1000).await;
            assert_eq!(lab.sandbox.dump(), "");
        });
    };
    check(&[("SET", Fault::DropReply)]);
    check(&[("SET", Fault::DropRequest)]);
    let lost = ("EVALSHA", Fault::DropRequest);
    check(&[("SET", Fault::DropReply), lost.clone()]);
    check(&[("SET", Fault::DropReply), lost.clone(), lost.clone(), lost]);
}

#[test]
fn a_lost_answer_on_giving_back_leaves_the_guard_good_for_another_try() {
    let check = |fault: Fault, second: Released| {
        on_sandbox(async |lab| {
            let (locks, faults) = faulty(lab, Terms::new());
            // The script is known from now on.
            locks.acquire("stock").await.expect("free").release().await.expect("an answer");
            let mut guard = locks.acquire("stock").await.expect("free");
            faults.on("EVALSHA", fault.clone());
            let error = guard.release().await.expect_err("no answer");
            assert!(matches!(error, LockError::Indeterminate { .. }), "{error}");
            assert_eq!(guard.release().await.expect("an answer"), second);
            assert_eq!(guard.release().await.expect("an answer"), second);
            assert_eq!(lab.sandbox.dump(), "");
        });
    };
    check(Fault::DropReply, Released::Expired);
    check(Fault::DropRequest, Released::Released);
}

#[test]
fn a_guard_that_is_dropped_after_a_lost_answer_tries_again() {
    on_sandbox(async |lab| {
        let (locks, faults) = faulty(lab, Terms::new());
        let mut guard = locks.acquire("stock").await.expect("free");
        for _ in 0..3 {
            faults.on("EVALSHA", Fault::DropRequest);
        }
        guard.release().await.expect_err("no answer");
        drop(guard);
        lab.elapse(1000).await;
        assert_eq!(lab.sandbox.dump(), "");
    });
}

#[test]
fn what_comes_too_late_is_given_back() {
    on_sandbox(async |lab| {
        let (locks, faults) = faulty(lab, Terms::new().wait(Duration::ZERO));
        faults.on("SET", Fault::Delay(Duration::from_millis(29_699)));
        let error = locks.acquire("stock").await.expect_err("no validity is left");
        assert!(matches!(error, LockError::TooLate { .. }), "{error}");
        assert_eq!(lab.sandbox.dump(), "");
    });
}

#[test]
fn a_servers_refusal_is_told_in_its_words() {
    on_sandbox(async |lab| {
        let (locks, faults) = faulty(lab, Terms::new());
        faults.on("SET", Fault::Error("LOADING Redis is loading".to_owned()));
        let error = locks.acquire("stock").await.expect_err("it is refused");
        let expected = "node 0 refused on the lock lock:stock, which has to be mended first: \
                        LOADING Redis is loading";
        assert_eq!(error.to_string(), expected);
    });
}

#[test]
fn a_server_that_forgot_its_scripts_is_told_them_again() {
    on_both(async |lab| {
        let locks = lab.locks(Terms::new().fenced()).await;
        for number in 1..=2 {
            let forget = || assert_eq!(lab.type_in("SCRIPT FLUSH").to_string(), "OK");
            forget();
            let mut guard = locks.acquire("stock").await.expect("the lock was free");
            assert_eq!(guard.fencing_token(), Some(number));
            forget();
            guard.extend().await.expect("the lock is ours");
            forget();
            assert_eq!(guard.release().await.expect("an answer"), Released::Released);
        }
    });
}

#[test]
fn an_owner_takes_its_reentrant_lock_again() {
    on_both(async |lab| {
        let terms = |owner: &str| {
            Terms::new().algorithm(Algorithm::Reentrant).owner(Token::new(owner)).fenced()
        };
        let (a, b) = (lab.locks(terms("a")).await, lab.locks(terms("b")).await);
        let mut outer = a.acquire("stock").await.expect("the lock was free");
        let mut inner = a.try_acquire("stock").await.expect("it is the owner's");
        assert_eq!(outer.fencing_token(), inner.fencing_token());
        assert!(matches!(b.try_acquire("stock").await, Err(LockError::Taken { .. })));
        let still_held = Released::StillHeld { holds: 1 };
        assert_eq!(outer.release().await.expect("an answer"), still_held);
        assert!(inner.is_valid());
        assert_eq!(inner.release().await.expect("an answer"), Released::Released);
        let next = b.try_acquire("stock").await.expect("the lock is free again");
        assert!(next.fencing_token() > inner.fencing_token());
    });
}

#[test]
fn a_newer_server_compares_by_itself() {
    let check = |version, commands: [&str; 4]| {
        on_sandbox(async |_| {
            let lab = Lab::over(Sandbox::with_version(version));
            let mut guard = lab.locks(Terms::new().silent()).await.acquire("stock").await.unwrap();
            guard.extend().await.expect("the lock is ours");
            assert_eq!(guard.release().await.expect("an answer"), Released::Released);
            let names = lab.sandbox.log().into_iter().map(|entry| entry.command.words()[0].clone());
            let names: Vec<_> = names.collect();
            assert_eq!(names, commands.map(|name| name.as_bytes().into()));
        });
    };
    check(ServerVersion::Redis8_4, ["COMMAND", "SET", "SET", "DELEX"]);
    check(ServerVersion::Valkey9, ["COMMAND", "SET", "SET", "DELIFEQ"]);
}

#[test]
fn without_a_node_nothing_is_granted() {
    on_sandbox(async |lab| {
        let none: [lockstep_sandbox::Multiplexed; 0] = [];
        let locks = Locks::on(none, Terms::new()).with_timer(lab.timer());
        let error = locks.acquire("stock").await.expect_err("there is no node");
        assert!(matches!(error, LockError::NoNodes { .. }), "{error}");
    });
}
