//! Where a guard is dropped.

use super::gate::{Gate, Stands};
use super::lab::{Lab, is_over_after, on_sandbox, one_thread};
use lockstep_lock::aio::Locks;
use lockstep_lock::{Algorithm, Terms};
use lockstep_sandbox::Sandbox;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};

fn many_threads() -> Runtime {
    Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime")
}

fn locks(sandbox: &Sandbox) -> Locks {
    let terms = Terms::new().watchdog(Duration::from_secs(3600));
    Locks::new(sandbox.connect_multiplexed(), terms)
}

/// Waits, in real time, until nothing is left.
fn until_empty(runtime: &Runtime, sandbox: &Sandbox) {
    runtime.block_on(async {
        for _ in 0..1000 {
            if sandbox.dump().is_empty() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("still there: {}", sandbox.dump());
    });
}

#[test]
fn a_guard_may_be_dropped_in_a_task() {
    let check = |runtime: Runtime| {
        let sandbox = Sandbox::new();
        let locks = locks(&sandbox);
        let dropping = runtime.spawn(async move {
            let guard = locks.acquire("stock").await.expect("the lock was free");
            drop(guard);
            // An early return, a panic: it is all the same.
            let _guard = locks.acquire("another").await.expect("the lock was free");
            panic!("in the middle of the work");
        });
        assert!(runtime.block_on(dropping).is_err_and(|error| error.is_panic()));
        until_empty(&runtime, &sandbox);
    };
    check(one_thread());
    check(many_threads());
}

#[test]
fn a_guard_may_be_dropped_outside_of_its_runtime() {
    let check = |runtime: Runtime| {
        let sandbox = Sandbox::new();
        let guard = runtime.block_on(locks(&sandbox).acquire("stock")).expect("free");
        drop(guard);
        until_empty(&runtime, &sandbox);
        let guard = runtime.block_on(locks(&sandbox).acquire("stock")).expect("free");
        std::thread::spawn(move || drop(guard)).join().expect("no panic");
        until_empty(&runtime, &sandbox);
        let guard = runtime.block_on(locks(&sandbox).acquire("stock")).expect("free");
        let other = one_thread();
        other.block_on(async move { drop(guard) });
        drop(other);
        until_empty(&runtime, &sandbox);
    };
    check(one_thread());
    check(many_threads());
}

#[test]
fn a_guard_may_outlive_its_runtime() {
    let sandbox = Sandbox::new();
    let runtime = many_threads();
    let guard = runtime.block_on(locks(&sandbox).acquire("stock")).expect("free");
    drop(runtime);
    drop(guard);
    // Nobody is there to give it back: it ends by itself.
    assert!(!sandbox.dump().is_empty());
    sandbox.advance(Duration::from_millis(30_001));
    assert!(sandbox.dump().is_empty());
}

#[test]
fn dropping_does_not_wait() {
    one_thread().block_on(async {
        let lab = Lab::sandbox();
        let guard = locks(&lab.sandbox).acquire("stock").await.expect("the lock was free");
        let asked = lab.commands();
        drop(guard);
        assert_eq!(lab.commands(), asked, "nothing is sent before the task is left");
        lab.settle().await;
        assert_eq!(lab.sandbox.dump(), "");
    });
}

#[test]
fn tasks_on_many_threads_are_never_inside_together() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    let sandbox = Sandbox::new();
    sandbox.auto();
    let inside = Arc::new(AtomicUsize::new(0));
    let runtime = many_threads();
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let (locks, inside) = (locks(&sandbox), Arc::clone(&inside));
            runtime.spawn(async move {
                for _ in 0..20 {
                    let guard = locks.acquire("stock").await.expect("within ten seconds");
                    assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                    tokio::task::yield_now().await;
                    inside.fetch_sub(1, Ordering::SeqCst);
                    drop(guard);
                }
            })
        })
        .collect();
    for task in tasks {
        runtime.block_on(task).expect("no panic");
    }
    until_empty(&runtime, &sandbox);
}

/// What a caller may give up half-way while it has a guard, or before.
#[derive(Clone, Copy, Debug)]
enum Given {
    Extension,
    Release,
    Work,
}

/// Polls it so many times, then drops it and its guard. Answers whether it was
/// over before.
async fn given_up_after(polls: usize, given: Given, locks: &Locks) -> bool {
    let what = async {
        if let Given::Work = given {
            locks.with("stock", async |_| tokio::task::yield_now().await).await.expect("free");
            return;
        }
        let mut guard = locks.acquire("stock").await.expect("free");
        match given {
            Given::Release => drop(guard.release().await.expect("an answer")),
            _ => guard.extend().await.expect("it was ours"),
        }
    };
    is_over_after(polls, what).await
}

#[test]
fn wherever_what_a_guard_does_is_given_up_it_leaves_nothing() {
    let check = |given: Given, algorithm: Algorithm, stands: Stands| {
        on_sandbox(async |lab| {
            for polls in 0.. {
                let (connection, _gate) = Gate::on(lab.sandbox.connect_multiplexed(), stands);
                let terms = Terms::new().algorithm(algorithm);
                let terms = terms.watchdog(Duration::from_secs(300));
                let locks = lab.locks_over(connection, terms);
                let was_over = given_up_after(polls, given, &locks).await;
                lab.settle().await;
                let left = lab.sandbox.dump();
                assert_eq!(left, "", "{given:?} of {algorithm:?} given up after {polls} polls");
                if was_over {
                    assert!(polls > 3, "{given:?} took only {polls} polls");
                    break;
                }
            }
        });
    };
    for algorithm in [Algorithm::Token, Algorithm::Reentrant, Algorithm::Fair, Algorithm::RedLock] {
        for given in [Given::Extension, Given::Release, Given::Work] {
            check(given, algorithm, Stands::Before);
            check(given, algorithm, Stands::Behind);
        }
    }
}
