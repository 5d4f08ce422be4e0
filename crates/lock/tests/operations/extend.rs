//! Giving a lock more time.

use crate::story::{NOSCRIPT, check, grant, lock};
use lockstep_lock::{Algorithm, Extend, Grant, Lock, Token};

#[test]
fn each_algorithm_extends_in_its_own_words() {
    let says = |lock: &Lock, asks: &str| {
        check(Extend::new(lock, &grant()), &format!("0> {asks}\n0< 1\n= extended until 29698"));
    };
    says(&lock(Algorithm::SetnxExpire), "EXPIRE lock:stock 30");
    says(&lock(Algorithm::Naive), "PEXPIRE lock:stock 30000");
    for algorithm in [Algorithm::Token, Algorithm::Fair, Algorithm::Replicated] {
        says(&lock(algorithm), "EVALSHA extend.lua 1 lock:stock A-1 30000");
    }
    let owned = Lock { owner: Some(Token::new("A")), ..lock(Algorithm::Reentrant) };
    says(&owned, "EVALSHA extend_reentrant.lua 1 lock:stock A A-1 30000");
    says(
        &lock(Algorithm::RedLock),
        "EVALSHA extend_or_restore.lua 1 lock:stock A-1 30000\nresume 300",
    );
}

#[test]
fn it_says_what_became_of_the_lock() {
    let asks = "0> EVALSHA extend.lua 1 lock:stock A-1 30000\n";
    let told = |rest: &str| {
        check(Extend::new(&lock(Algorithm::Token), &grant()), &format!("at 10000\n{asks}{rest}"));
    };
    told("at 12000\n0< 1\n= extended until 39698");
    told("0< 0\n= NotOwner");
    told("0< -1\n= Expired");
    told("0< lost\n= Indeterminate");
    told("0< OK\n= node 0 refused: OK");
    told("0< nil\n= node 0 refused: (nil)");
    told("0< QUEUED\n= node 0 refused: QUEUED");
    told("0< -LOADING wait\n= node 0 refused: LOADING wait");
    let body = "0> EVAL extend.lua 1 lock:stock A-1 30000\n";
    told(&format!("0< -{NOSCRIPT}\n{body}at 12000\n0< 1\n= extended until 39698"));
    // No moment was named, so none ends it.
    told("deadline\nwoken\ndeaf\n0< 1\n= extended until 39698");
    check(
        Extend::new(&lock(Algorithm::Naive), &grant()),
        "0> PEXPIRE lock:stock 30000\n0< 0\n= Expired",
    );
}

#[test]
fn the_longest_lease_bounds_it() {
    let leased = |valid_until_ms, lease_until_ms| Grant {
        valid_until_ms,
        lease_until_ms: Some(lease_until_ms),
        ..grant()
    };
    let told = |grant: &Grant, story: &str| {
        check(Extend::new(&lock(Algorithm::Token), grant), story);
    };
    let asks = |ttl_ms| format!("0> EVALSHA extend.lua 1 lock:stock A-1 {ttl_ms}\n0< 1\n");
    let whole = format!("at 20000\n{}= extended until 49698", asks(30_000));
    told(&leased(29_698, 60_000), &whole);
    let part = format!("at 20000\n{}= extended until 39798", asks(20_000));
    told(&leased(29_698, 40_000), &part);
    told(&leased(29_698, 20_000), "at 20000\n= LeaseOver");
    told(&leased(29_698, 0), "at 20000\n= LeaseOver");
    // Never shortened: the lock already lives as long as it may.
    told(&leased(29_698, 30_000), "at 20000\n= LeaseOver");
    told(&leased(29_698, 25_000), "at 20000\n= LeaseOver");
}
