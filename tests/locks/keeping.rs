//! What goes on beside the work: the watchdog, losses, releases in the
//! background. On the virtual clock the test says when.

use super::lab::{Lab, on_both, once, s, token};
use lockstep_lock::blocking::Locks;
use lockstep_lock::{LockError, Loss, Released, Terms};
use std::sync::{Arc, Mutex};

fn watched() -> Terms {
    once().watchdog(s(300))
}

/// What was told of losses.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<Vec<Loss>>>);

impl Told {
    fn hear(&self) -> impl FnOnce(Loss) + Send + 'static {
        let told = self.clone();
        move |loss| told.0.lock().expect("whole").push(loss)
    }

    fn all(&self) -> Vec<Loss> {
        self.0.lock().expect("whole").clone()
    }
}

#[test]
fn a_watchdog_extends_at_each_third_and_stops_with_its_guard() {
    let check = |end: fn(lockstep_lock::blocking::Guard, &Locks)| {
        on_both(|lab| {
            let locks = lab.locks(watched());
            let guard = locks.acquire("stock").expect("the lock was free");
            lab.work(&locks, 9_999);
            assert_eq!(lab.run::<i64>(&["PTTL", "lock:stock"]), 20_001);
            lab.work(&locks, 1);
            assert_eq!(lab.run::<i64>(&["PTTL", "lock:stock"]), 30_000);
            for _ in 0..6 {
                lab.work(&locks, 10_000);
            }
            assert!(guard.is_valid());
            assert_eq!(lab.get("lock:stock"), Some(token(&guard)));
            end(guard, &locks);
            assert_eq!(lab.get("lock:stock"), None);
            let stranger = lab.locks(once());
            let other = stranger.acquire("stock").expect("the lock is free");
            lab.work(&locks, 10_000);
            assert_eq!(lab.run::<i64>(&["PTTL", "lock:stock"]), 20_000);
            drop(other);
        });
    };
    check(|mut guard, _| {
        assert_eq!(guard.release().expect("an answer"), Released::Released);
    });
    check(|guard, locks| {
        drop(guard);
        locks.tend();
    });
}

#[test]
fn work_that_fails_takes_its_watchdog_along() {
    on_both(|lab| {
        let locks = lab.locks(watched());
        let worker = locks.clone();
        let died = std::thread::spawn(move || {
            let _guard = worker.acquire("stock").expect("the lock was free");
            std::panic::resume_unwind(Box::new("the work failed"));
        });
        assert!(died.join().is_err());
        locks.tend();
        assert_eq!(lab.get("lock:stock"), None);
    });
}

#[test]
fn the_longest_lease_ends_the_extensions() {
    on_both(|lab| {
        let locks = lab.locks(once().watchdog(s(45)));
        let guard = locks.acquire("stock").expect("the lock was free");
        let told = Told::default();
        guard.on_lost(told.hear());
        for _ in 0..4 {
            lab.work(&locks, 10_000);
        }
        assert!(guard.is_valid());
        assert_eq!(lab.run::<i64>(&["PTTL", "lock:stock"]), 5_000);
        assert!(told.all().is_empty());
        lab.work(&locks, 5_000);
        assert!(!guard.is_valid());
        assert_eq!(told.all(), [Loss::LeaseOver]);
        lab.advance(1);
        assert_eq!(lab.get("lock:stock"), None);
    });
}

#[test]
fn a_lock_that_another_removed_is_reported_lost() {
    let check = |sabotage: &[&str], loss: Loss| {
        on_both(|lab| {
            let locks = lab.locks(watched());
            let guard = locks.acquire("stock").expect("the lock was free");
            let told = Told::default();
            guard.on_lost(told.hear());
            lab.run::<redis::Value>(sabotage);
            assert!(guard.is_valid(), "nobody has told it");
            lab.work(&locks, 10_000);
            assert!(!guard.is_valid());
            assert_eq!(told.all(), [loss]);
            guard.on_lost(told.hear());
            assert_eq!(told.all(), [loss, loss], "who asks later is told at once");
            assert!(matches!(guard.extend(), Err(LockError::Lost { .. })));
        });
    };
    check(&["DEL", "lock:stock"], Loss::Expired);
    check(&["SET", "lock:stock", "another"], Loss::NotOwner);
}

#[test]
fn a_pause_longer_than_the_lock_is_a_loss_and_brings_nothing_back() {
    on_both(|lab| {
        let locks = lab.locks(watched());
        let mut guard = locks.acquire("stock").expect("the lock was free");
        let told = Told::default();
        guard.on_lost(told.hear());
        lab.advance(30_001);
        assert!(!guard.is_valid());
        locks.tend();
        assert_eq!(told.all(), [Loss::NotExtended]);
        assert_eq!(lab.get("lock:stock"), None);
        for _ in 0..3 {
            lab.work(&locks, 10_000);
        }
        assert_eq!(lab.get("lock:stock"), None);
        assert_eq!(guard.release().expect("an answer"), Released::Expired);
    });
}

#[test]
fn without_a_watchdog_the_end_of_the_validity_is_a_loss() {
    on_both(|lab| {
        let locks = lab.locks(once().ttl(s(10)));
        let guard = locks.acquire("stock").expect("the lock was free");
        let (told, untold) = (Told::default(), Told::default());
        guard.on_lost(told.hear());
        lab.work(&locks, 5_000);
        guard.extend().expect("the lock is ours");
        lab.work(&locks, 9_000);
        assert!(told.all().is_empty());
        lab.work(&locks, 1_000);
        assert_eq!(told.all(), [Loss::NotExtended]);
        let mut second = locks.acquire("another").expect("the lock was free");
        second.on_lost(untold.hear());
        second.release().expect("an answer");
        lab.work(&locks, 60_000);
        assert!(untold.all().is_empty(), "what was given back cannot be lost");
    });
}

#[test]
fn work_under_a_lock_answers_only_if_it_was_alone() {
    let check = |work: fn(&Lab, &Locks), loss: Option<Loss>| {
        on_both(|lab| {
            let locks = lab.locks(watched());
            let result = locks.with("stock", |guard| {
                assert!(guard.is_valid());
                work(lab, &locks);
                17
            });
            match (result, loss) {
                (Ok(17), None) => {}
                (Err(LockError::Lost { loss: found, .. }), Some(loss)) => assert_eq!(found, loss),
                (other, _) => panic!("{other:?} instead of {loss:?}"),
            }
            assert_eq!(lab.get("lock:stock"), None);
        });
    };
    check(|_, _| {}, None);
    check(|lab, locks| (0..9).for_each(|_| lab.work(locks, 10_000)), None);
    check(|lab, _| lab.advance(30_001), Some(Loss::NotExtended));
    check(|lab, _| lab.run(&["DEL", "lock:stock"]), Some(Loss::Expired));
    check(
        |lab, locks| {
            lab.run::<()>(&["SET", "lock:stock", "another", "PX", "10000"]);
            lab.work(locks, 10_000);
            lab.advance(1);
        },
        Some(Loss::NotOwner),
    );
}

#[test]
fn a_dropped_guard_hands_its_release_over() {
    on_both(|lab| {
        let locks = lab.locks(once());
        drop(locks.acquire("stock").expect("the lock was free"));
        assert!(lab.get("lock:stock").is_some(), "dropping does not wait");
        locks.tend();
        assert_eq!(lab.get("lock:stock"), None);
    });
}
