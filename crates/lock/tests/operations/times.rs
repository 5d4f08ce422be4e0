//! Times and lengths at the ends of what a number can be.

use crate::story::{check, grant, lock, run, token};
use lockstep_lock::{
    Acquire, Algorithm, Extend, Grant, Lock, Operation, Release, Retry, Waiting, Watchdog,
};

const ENDS: [u64; 4] = [0, 1, u64::MAX - 1, u64::MAX];
const ALGORITHMS: [Algorithm; 7] = [
    Algorithm::SetnxExpire,
    Algorithm::Naive,
    Algorithm::Token,
    Algorithm::Reentrant,
    Algorithm::Fair,
    Algorithm::RedLock,
    Algorithm::Replicated,
];

/// Every length of a lock at this end.
fn extreme(algorithm: Algorithm, length_ms: u64) -> Lock {
    Lock {
        ttl_ms: length_ms,
        max_lease_ms: Some(length_ms),
        patience_ms: length_ms,
        node_timeout_ms: length_ms,
        notifies: true,
        ..lock(algorithm)
    }
}

/// Whatever is told, in whatever order, at whatever time.
fn survives<O: Operation<Outcome: crate::story::Ending>>(operation: &O, now_ms: u64) {
    let told = ["0< OK", "0< nil", "0< 1", "0< [0, 9223372036854775807]", "0< lost", "deadline"];
    for first in told {
        for second in told {
            for then_ms in [0, u64::MAX] {
                let story = format!(
                    "at {now_ms}\n{first}\nlistening\nat {then_ms}\n{second}\nwoken\ndeadline"
                );
                let asked = run(operation.clone(), &format!("at {now_ms}")).0;
                if asked.iter().any(|line| line.starts_with("0> ")) {
                    let (_, mut left) = run(operation.clone(), &story);
                    left.shift(u64::MAX);
                }
            }
        }
    }
}

#[test]
fn no_time_or_length_is_too_small_or_too_large() {
    for algorithm in ALGORITHMS {
        for length_ms in ENDS {
            let lock = extreme(algorithm, length_ms);
            let backoff = Retry::Backoff { first_ms: length_ms, cap_ms: length_ms, attempts: 9 };
            let waiting = Waiting { limit_ms: Some(length_ms), retry: backoff, notified: true };
            let held =
                Grant { valid_until_ms: length_ms, lease_until_ms: Some(length_ms), ..grant() };
            for now_ms in ENDS {
                survives(&Acquire::new(&lock, token(), waiting), now_ms);
                survives(&Extend::new(&lock, &held), now_ms);
                survives(&Release::new(&lock, &held), now_ms);
                survives(&Watchdog::new(&lock, &held), now_ms);
            }
        }
    }
}

#[test]
fn a_server_is_asked_for_no_length_that_it_does_not_understand() {
    let once = |lock: &Lock| Acquire::new(lock, token(), Waiting::NONE);
    let asks = |length_ms, set: &str| {
        let (lines, _) = run(once(&extreme(Algorithm::Token, length_ms)), "at 0");
        assert_eq!(lines, ["at 0", set]);
    };
    asks(u64::MAX, "0> SET lock:stock A-1 NX PX 281474976710656");
    asks(0, "0> SET lock:stock A-1 NX PX 1");
    let story = "0> EVALSHA acquire_reentrant.lua 1 lock:stock A-1 A-1 281474976710656";
    check(once(&extreme(Algorithm::Reentrant, u64::MAX)), story);
}

#[test]
fn a_life_that_the_clocks_drift_eats_up_is_not_granted() {
    let told = |ttl_ms, ending: &str| {
        let lock = Lock::new(Algorithm::Token, "lock:stock", ttl_ms);
        let (lines, _) = run(Acquire::new(&lock, token(), Waiting::NONE), "at 7\n0< OK\n0< 1");
        let last = lines.iter().find(|line| line.starts_with('='));
        assert_eq!(last.map(String::as_str), Some(ending));
    };
    let late = "= the lock lock:stock was granted only when its validity was over";
    told(0, late);
    told(2, late);
    told(3, "= granted until 8");
}
