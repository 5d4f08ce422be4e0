//! Names that data has already.

use super::stage::{Stage, stories};
use lockstep_lock::{AcquireError, Algorithm, Extended, Lock, Released, Token};

stories! {
    data_under_the_name_of_a_lock_is_left_alone on 1,
    data_under_a_name_beside_the_lock_leaves_no_lock_behind on 1,
}

/// How each type is made and read.
const DATA: &[(&str, &str)] = &[
    ("SET lock:stock 17", "GET lock:stock"),
    ("RPUSH lock:stock a b", "LRANGE lock:stock 0 -1"),
    ("SADD lock:stock a", "SMEMBERS lock:stock"),
    ("ZADD lock:stock 1 a", "ZRANGE lock:stock 0 -1 WITHSCORES"),
    ("HSET lock:stock a 1", "HGETALL lock:stock"),
];

fn lock(algorithm: Algorithm) -> Lock {
    Lock { notifies: true, fenced: true, ..Lock::new(algorithm, "lock:stock", 30_000) }
}

fn data_under_the_name_of_a_lock_is_left_alone(stage: &mut Stage) {
    for (make, read) in DATA {
        stage.cli(make);
        let before = stage.cli(read);
        for algorithm in [Algorithm::Token, Algorithm::Reentrant, Algorithm::Fair] {
            for fenced in [false, true] {
                let lock = Lock { fenced, ..lock(algorithm) };
                let outcome = stage.acquire(&lock, "A-1");
                let plain = matches!(
                    outcome,
                    Err(AcquireError::Taken { .. } | AcquireError::Refused { .. })
                );
                assert!(plain, "{make}: {outcome:?}");
                let grant = lockstep_lock::Grant {
                    key: lock.key.clone(),
                    token: Token::new("A-1"),
                    fencing_token: None,
                    valid_until_ms: u64::MAX,
                    lease_until_ms: None,
                };
                let extended = stage.extend(&lock, &grant);
                assert!(matches!(extended, Extended::NotOwner | Extended::Refused { .. }));
                let released = stage.release(&lock, &grant);
                assert!(matches!(released, Released::NotOwner | Released::Refused { .. }));
                assert_eq!(stage.cli(read), before, "{make} {algorithm:?}");
                assert_eq!(stage.cli("PTTL lock:stock"), "(integer) -1");
            }
        }
        // A release that does not compare deletes it.
        assert_eq!(stage.cli("DEL lock:stock"), "(integer) 1");
    }
}

fn data_under_a_name_beside_the_lock_leaves_no_lock_behind(stage: &mut Stage) {
    let beside = |stage: &mut Stage, algorithm, what: &str, make: &str| {
        stage.cli(&make.replace("lock:stock", &format!("{{lock:stock}}:{what}")));
        let outcome = stage.acquire(&lock(algorithm), "A-1");
        assert!(matches!(outcome, Err(AcquireError::Refused { .. })), "{make}: {outcome:?}");
        assert!(!stage.is_taken(&lock(algorithm)), "{what} {make}");
        stage.cli("FLUSHALL");
    };
    for (make, _) in DATA {
        let make = &make.replace(" 17", " seventeen");
        for algorithm in [Algorithm::Token, Algorithm::Reentrant, Algorithm::Fair] {
            beside(stage, algorithm, "fence", make);
        }
        if !make.starts_with("ZADD") {
            beside(stage, Algorithm::Fair, "queue", make);
            beside(stage, Algorithm::Fair, "waiters", make);
        }
    }
}
