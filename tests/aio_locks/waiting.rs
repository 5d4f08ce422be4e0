//! Waiting where no release can be heard, in the order of coming, and giving up.

use super::gate::{Gate, Stands};
use super::lab::{Lab, is_over_after, on_both, on_sandbox, token};
use lockstep_lock::{Algorithm, LockError, Retry, Terms};
use std::sync::{Arc, Mutex};
use std::time::Duration;

#[test]
fn who_waits_gets_the_lock_when_it_has_ended() {
    on_both(async |lab| {
        lab.type_in("SET lock:stock another PX 30000");
        let terms = Terms::new().wait_for_ever().retry(Retry::Every { pause_ms: 1000 });
        let locks = lab.locks(terms).await;
        let waiting = tokio::spawn(async move { locks.acquire("stock").await });
        lab.elapse(30_999).await;
        assert!(!waiting.is_finished());
        lab.elapse(1).await;
        let guard = waiting.await.expect("no panic").expect("it had ended");
        assert_eq!(lab.owner(), token(&guard));
    });
}

#[test]
fn who_waits_gets_the_lock_when_it_is_given_back() {
    on_sandbox(async |lab| {
        let terms = || Terms::new().retry(Retry::Every { pause_ms: 100 });
        let (a, b) = (lab.locks(terms()).await, lab.locks(terms()).await);
        let mut guard = a.acquire("stock").await.expect("the lock was free");
        let waiting = tokio::spawn(async move { b.acquire("stock").await });
        lab.elapse(350).await;
        guard.release().await.expect("an answer");
        lab.settle().await;
        assert!(!waiting.is_finished(), "nobody told it");
        lab.elapse(50).await;
        assert_eq!(lab.owner(), token(&waiting.await.expect("no panic").expect("it is free")));
    });
}

#[test]
fn a_wait_ends_with_a_last_attempt() {
    on_sandbox(async |lab| {
        lab.type_in("SET lock:stock another");
        let terms = Terms::new().wait(Duration::from_millis(2250));
        let locks = lab.locks(terms.retry(Retry::Every { pause_ms: 500 })).await;
        let waiting = tokio::spawn(async move { locks.acquire("stock").await });
        lab.elapse(2249).await;
        assert!(!waiting.is_finished());
        lab.elapse(1).await;
        let error = waiting.await.expect("no panic").expect_err("it was taken all the time");
        let expected = "the lock lock:stock was taken for 2250 ms, 6 attempts were made; \
                        try again later, or do without";
        assert_eq!(error.to_string(), expected);
    });
}

#[test]
fn a_fair_lock_goes_from_waiter_to_waiter_in_the_order_of_coming() {
    on_both(async |lab| {
        let terms = || {
            let terms = Terms::new().algorithm(Algorithm::Fair).wait_for_ever();
            terms.retry(Retry::Every { pause_ms: 50 })
        };
        let mut first = lab.locks(terms()).await.acquire("stock").await.expect("free");
        let order = Arc::new(Mutex::new(Vec::new()));
        for number in 0..4 {
            let (locks, order) = (lab.locks(terms()).await, Arc::clone(&order));
            tokio::spawn(async move {
                let mut guard = locks.acquire("stock").await.expect("its turn comes");
                order.lock().expect("no panic").push(number);
                guard.release().await.expect("an answer");
            });
            lab.settle().await;
        }
        first.release().await.expect("an answer");
        // The last to come cannot know that it is its turn, but nor can others.
        lab.elapse(1000).await;
        assert_eq!(*order.lock().expect("no panic"), [0, 1, 2, 3]);
        assert_eq!(lab.type_in("KEYS *").to_string(), "(empty array)");
    });
}

#[test]
fn a_cancelled_waiter_leaves_no_place_in_the_queue() {
    on_sandbox(async |lab| {
        let terms = || Terms::new().algorithm(Algorithm::Fair).wait_for_ever();
        let mut guard = lab.locks(terms()).await.acquire("stock").await.expect("free");
        let locks = lab.locks(terms()).await;
        let waiting = tokio::spawn(async move { locks.acquire("stock").await });
        lab.elapse(100).await;
        assert!(lab.sandbox.dump().contains("queue"), "{}", lab.sandbox.dump());
        waiting.abort();
        lab.settle().await;
        assert!(!lab.sandbox.dump().contains("queue"), "{}", lab.sandbox.dump());
        guard.release().await.expect("an answer");
        assert_eq!(lab.sandbox.dump(), "");
    });
}

#[test]
fn a_lock_that_was_granted_to_nobody_any_more_is_given_back() {
    on_sandbox(async |lab| {
        let (connection, gate) = Gate::on(lab.sandbox.connect_multiplexed(), Stands::Behind);
        let locks = lab.locks_over(connection, Terms::new());
        gate.close();
        let waiting = tokio::spawn(async move { locks.acquire("stock").await });
        lab.settle().await;
        assert!(lab.owner().is_some(), "granted, but nobody knows");
        waiting.abort();
        lab.settle().await;
        gate.open();
        lab.settle().await;
        assert_eq!(lab.owner(), None);
    });
}

/// Polls an acquisition so many times, then drops it. Answers whether it was
/// over before.
async fn given_up_after(polls: usize, lab: &Lab, terms: Terms) -> bool {
    let (connection, _gate) = Gate::on(lab.sandbox.connect_multiplexed(), Stands::Before);
    let locks = lab.locks_over(connection, terms);
    is_over_after(polls, locks.acquire("stock")).await
}

#[test]
fn wherever_an_acquisition_is_given_up_it_leaves_nothing() {
    let check = |algorithm, fences: bool| {
        on_sandbox(async |lab| {
            let mut polls = 0;
            loop {
                let terms = Terms::new().algorithm(algorithm);
                let terms = if fences { terms.fenced() } else { terms };
                let was_over = given_up_after(polls, lab, terms).await;
                lab.settle().await;
                lab.type_in("DEL {lock:stock}:fence");
                assert_eq!(lab.sandbox.dump(), "", "{algorithm:?} given up after {polls} polls");
                if was_over {
                    break;
                }
                polls += 1;
            }
            assert!(polls > 2, "{algorithm:?} took only {polls} polls");
        });
    };
    check(Algorithm::Token, false);
    check(Algorithm::Token, true);
    check(Algorithm::Reentrant, true);
    check(Algorithm::Fair, true);
    check(Algorithm::RedLock, true);
}

#[test]
fn one_attempt_is_one_attempt() {
    on_sandbox(async |lab| {
        lab.type_in("SET lock:stock another PX 30000");
        let asked = lab.commands();
        let error = lab.locks(Terms::new()).await.try_acquire("stock").await.expect_err("held");
        assert!(matches!(error, LockError::Taken { attempts: 1, .. }), "{error}");
        assert_eq!(lab.commands(), asked + 1);
    });
}
