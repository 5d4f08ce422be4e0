//! Giving a lock back.

use crate::story::{NOSCRIPT, check, grant, lock, token};
use lockstep_lock::{Algorithm, Lock, Release, Token};

#[test]
fn each_algorithm_releases_in_its_own_words() {
    let says = |lock: &Lock, asks: &str| {
        check(Release::new(lock, &grant()), &format!("0> {asks}\n0< 1\n= Released"));
    };
    let told = |algorithm| Lock { notifies: true, ..lock(algorithm) };
    let channel = "{lock:stock}:released";
    let keys = "lock:stock {lock:stock}:queue {lock:stock}:waiters";
    says(&lock(Algorithm::SetnxExpire), "DEL lock:stock");
    says(&told(Algorithm::Naive), "DEL lock:stock");
    for algorithm in [Algorithm::Token, Algorithm::Replicated] {
        says(&lock(algorithm), "EVALSHA release.lua 1 lock:stock A-1 \"\"");
        says(&told(algorithm), &format!("EVALSHA release.lua 1 lock:stock A-1 {channel}"));
    }
    says(&told(Algorithm::Fair), &format!("EVALSHA release_fair.lua 3 {keys} A-1 {channel}"));
    let owned = Lock { owner: Some(Token::new("A")), ..told(Algorithm::Reentrant) };
    says(&owned, &format!("EVALSHA release_reentrant.lua 1 lock:stock A A-1 {channel}"));
    let stranger = "EVALSHA release_reentrant.lua 1 lock:stock A-1 A-1 \"\"";
    says(&lock(Algorithm::Reentrant), stranger);
    let asks = "0> EVALSHA release.lua 1 lock:stock A-1 \"\"\n0< 1\n= Released";
    check(Release::abandon(&lock(Algorithm::Token), &token()), asks);
}

#[test]
fn it_says_whose_the_lock_was() {
    let asks = "0> EVALSHA release.lua 1 lock:stock A-1 \"\"\n";
    let told = |rest: &str| {
        check(Release::new(&lock(Algorithm::Token), &grant()), &format!("{asks}{rest}"));
    };
    told("0< 1\n= Released");
    told("0< 0\n= NotOwner");
    told("0< -1\n= Expired");
    told("0< lost\n= Indeterminate");
    told("0< OK\n= node 0 refused: OK");
    told("0< [1, 0]\n= Released");
    told("0< -WRONGTYPE no\n= node 0 refused: WRONGTYPE no");
    told("deadline\nwoken\n0< 1\n= Released");
    let body = format!("0< -{NOSCRIPT}\n0> EVAL release.lua 1 lock:stock A-1 \"\"\n");
    told(&format!("{body}0< 0\n= NotOwner"));
    told(&format!("{body}0< lost\n= Indeterminate"));
    told(&format!("{body}0< -{NOSCRIPT}\n= node 0 refused: {NOSCRIPT}"));
    let naive = |answer: &str, ending: &str| {
        let story = format!("0> DEL lock:stock\n0< {answer}\n= {ending}");
        check(Release::new(&lock(Algorithm::Naive), &grant()), &story);
    };
    naive("1", "Released");
    naive("0", "Expired");
    naive("2", "node 0 refused: (integer) 2");
    naive("QUEUED", "node 0 refused: QUEUED");
}

#[test]
fn an_inner_hold_leaves_the_others() {
    let asks = "0> EVALSHA release_reentrant.lua 1 lock:stock A-1 A-1 \"\"\n";
    let told = |rest: &str| {
        check(Release::new(&lock(Algorithm::Reentrant), &grant()), &format!("{asks}{rest}"));
    };
    told("0< 1\n= Released");
    told("0< 2\n= still held 1 times");
    told("0< 9223372036854775807\n= still held 9223372036854775806 times");
    told("0< -9223372036854775808\n= Expired");
}
