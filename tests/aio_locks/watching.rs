//! Keeping a lock alive, and noticing its loss.

use super::gate::{Gate, Stands};
use super::lab::{Lab, on_both, on_sandbox, token};
use lockstep_lock::{Algorithm, LockError, Loss, Released, Script, Terms};
use lockstep_sandbox::Fault;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn watched() -> Terms {
    Terms::new().watchdog(Duration::from_secs(3600))
}

/// How many extensions the sandbox has seen.
fn extensions(lab: &Lab) -> usize {
    let is_extension = |command| Script::called_by(command).is_some_and(|s| s.name == "extend.lua");
    lab.sandbox.log().iter().filter(|entry| is_extension(&entry.command)).count()
}

fn alive_tasks() -> usize {
    tokio::runtime::Handle::current().metrics().num_alive_tasks()
}

#[test]
fn a_watchdog_keeps_the_lock_until_the_guard_gives_it_back() {
    on_both(async |lab| {
        let mut guard = lab.locks(watched()).await.acquire("stock").await.expect("free");
        lab.elapse(120_000).await;
        assert!(guard.is_valid());
        assert_eq!(lab.owner(), token(&guard));
        assert_eq!(guard.release().await.expect("an answer"), Released::Released);
        lab.elapse(60_000).await;
        assert_eq!(lab.owner(), None);
    });
}

#[test]
fn a_watchdog_ends_with_its_guard() {
    on_sandbox(async |lab| {
        let locks = lab.locks(watched()).await;
        lab.settle().await;
        let before = alive_tasks();
        let mut guard = locks.acquire("stock").await.expect("free");
        lab.elapse(60_000).await;
        assert_eq!(alive_tasks(), before + 1);
        // The first was sent by its SHA1 and, unknown, by its body.
        assert_eq!(extensions(lab), 6 + 1);
        guard.release().await.expect("an answer");
        drop(locks.acquire("stock").await.expect("free"));
        lab.elapse(60_000).await;
        assert_eq!((alive_tasks(), extensions(lab)), (before, 6 + 1));
        assert_eq!(lab.sandbox.dump(), "");
    });
}

#[test]
fn many_quick_locks_of_one_name_leave_no_extension_and_no_task() {
    on_sandbox(async |lab| {
        let locks = lab.locks(watched()).await;
        let before = alive_tasks();
        for number in 0..500 {
            let mut guard = locks.acquire("stock").await.expect("free");
            if number % 2 == 0 {
                guard.release().await.expect("an answer");
            }
            drop(guard);
            lab.settle().await;
        }
        lab.elapse(600_000).await;
        assert_eq!((alive_tasks(), extensions(lab)), (before, 0));
        let guard = locks.acquire("stock").await.expect("free");
        lab.elapse(600_000).await;
        assert!(guard.is_valid(), "the last one is kept like the first");
    });
}

#[test]
fn the_loss_of_a_lock_is_told() {
    let check = |line: &str, loss: Loss| {
        on_both(async |lab| {
            let guard = lab.locks(watched()).await.acquire("stock").await.expect("free");
            let lost = tokio::spawn(guard.lost());
            lab.elapse(15_000).await;
            assert!(!lost.is_finished());
            lab.type_in(line);
            lab.elapse(5_000).await;
            assert_eq!(lost.await.expect("no panic"), loss);
            assert!(!guard.is_valid());
            let error = guard.extend().await.expect_err("it is lost");
            assert!(matches!(error, LockError::Lost { .. }), "{error}");
        });
    };
    check("DEL lock:stock", Loss::Expired);
    check("SET lock:stock another", Loss::NotOwner);
}

#[test]
fn a_lock_without_a_watchdog_is_lost_when_its_validity_is_over() {
    on_sandbox(async |lab| {
        let guard = lab.locks(Terms::new()).await.acquire("stock").await.expect("free");
        let lost = tokio::spawn(guard.lost());
        lab.elapse(20_000).await;
        guard.extend().await.expect("the lock is ours");
        lab.elapse(29_697).await;
        assert!(!lost.is_finished());
        lab.elapse(1).await;
        assert_eq!(lost.await.expect("no panic"), Loss::NotExtended);
    });
}

#[test]
fn what_is_given_back_cannot_be_lost() {
    on_sandbox(async |lab| {
        let mut guard = lab.locks(Terms::new()).await.acquire("stock").await.expect("free");
        let lost = tokio::spawn(guard.lost());
        guard.release().await.expect("an answer");
        lab.elapse(60_000).await;
        assert!(!lost.is_finished());
    });
}

#[test]
fn the_longest_lease_ends_a_watched_lock() {
    on_both(async |lab| {
        let terms = Terms::new().watchdog(Duration::from_secs(60));
        let guard = lab.locks(terms).await.acquire("stock").await.expect("free");
        let lost = tokio::spawn(guard.lost());
        lab.elapse(59_000).await;
        assert!(!lost.is_finished());
        lab.elapse(1_001).await;
        assert_eq!(lost.await.expect("no panic"), Loss::LeaseOver);
        assert_eq!(lab.owner(), None);
    });
}

#[test]
fn a_failed_extension_is_tried_again_and_poisons_nothing() {
    on_sandbox(async |lab| {
        let connection = lab.sandbox.connect_multiplexed();
        let faults = connection.faults();
        let locks = lab.locks_over(connection, watched());
        let guard = locks.acquire("stock").await.expect("free");
        faults.on("EVALSHA", Fault::DropRequest);
        faults.on("EVALSHA", Fault::Error("LOADING Redis is loading".to_owned()));
        lab.elapse(60_000).await;
        assert!(guard.is_valid(), "two failures in a row cost nothing");
        for _ in 0..100 {
            faults.on("EVALSHA", Fault::DropRequest);
        }
        assert_eq!(guard.lost_after(lab, 60_000).await, Loss::NotExtended);
        drop(guard);
        lab.elapse(60_000).await;
        faults.clear();
        let next = locks.acquire("stock").await.expect("it has ended");
        lab.elapse(600_000).await;
        assert!(next.is_valid());
        assert_eq!(lab.owner(), token(&next));
    });
}

/// Waiting for a loss while time passes.
trait LostAfter {
    async fn lost_after(&self, lab: &Lab, by_ms: i64) -> Loss;
}

impl LostAfter for lockstep_lock::aio::Guard {
    async fn lost_after(&self, lab: &Lab, by_ms: i64) -> Loss {
        let lost = tokio::spawn(self.lost());
        lab.elapse(by_ms).await;
        assert!(lost.is_finished(), "not lost after {by_ms} ms");
        lost.await.expect("no panic")
    }
}

/// An extension under way must not arrive after the release: on a node of
/// several it would put the lock back.
#[test]
fn no_extension_arrives_after_the_release() {
    let check = |stands| {
        on_sandbox(async |lab| {
            let (connection, gate) = Gate::on(lab.sandbox.connect_multiplexed(), stands);
            let terms = watched().algorithm(Algorithm::RedLock);
            let mut guard = lab.locks_over(connection, terms).acquire("stock").await.expect("free");
            gate.close();
            lab.elapse(10_100).await;
            let releasing = tokio::spawn(async move { guard.release().await });
            lab.settle().await;
            gate.open();
            lab.settle().await;
            assert_eq!(releasing.await.expect("no panic").expect("an answer"), Released::Released);
            assert_eq!(lab.sandbox.dump(), "");
        });
    };
    check(Stands::Before);
    check(Stands::Behind);
}

#[test]
fn work_is_done_under_the_lock() {
    on_both(async |lab| {
        let locks = lab.locks(Terms::new().fenced()).await;
        let number = locks.with("stock", async |guard| {
            assert_eq!(lab.owner(), token(guard));
            guard.fencing_token()
        });
        assert_eq!(number.await.expect("the lock was free"), Some(1));
        assert_eq!(lab.owner(), None);
    });
}

#[test]
fn work_is_dropped_when_its_lock_is_lost() {
    on_sandbox(async |lab| {
        struct Dropped(Arc<AtomicBool>);
        impl Drop for Dropped {
            fn drop(&mut self) {
                self.0.store(true, Ordering::Relaxed);
            }
        }
        let locks = lab.locks(watched()).await;
        let was_dropped = Arc::new(AtomicBool::new(false));
        let work = Dropped(Arc::clone(&was_dropped));
        let working = tokio::spawn(async move {
            let forever = async |_: &lockstep_lock::aio::Guard| {
                let _work = work;
                std::future::pending::<()>().await;
            };
            locks.with("stock", forever).await
        });
        lab.elapse(60_000).await;
        assert!(!working.is_finished());
        lab.type_in("DEL lock:stock");
        lab.elapse(10_000).await;
        let error = working.await.expect("no panic").expect_err("the lock was lost");
        assert!(matches!(error, LockError::Lost { loss: Loss::Expired, .. }), "{error}");
        assert!(was_dropped.load(Ordering::Relaxed));
    });
}

#[test]
fn work_that_outlived_its_lock_is_no_success() {
    on_sandbox(async |lab| {
        let locks = lab.locks(Terms::new()).await;
        let result = locks.with("stock", async |_| lab.type_in("SET lock:stock another"));
        let error = result.await.expect_err("it was another's at the end");
        assert!(matches!(error, LockError::Lost { loss: Loss::NotOwner, .. }), "{error}");
        assert_eq!(lab.owner().as_deref(), Some("another"));
    });
}
