//! Taking a lock at the first attempt, or not.

use crate::story::{NOSCRIPT, check, lock, token};
use lockstep_lock::{Acquire, Algorithm, Lock, Token, Waiting};

fn once(lock: &Lock) -> Acquire {
    Acquire::new(lock, token(), Waiting::NONE)
}

#[test]
fn each_algorithm_asks_in_its_own_words() {
    let words = |lock: &Lock, asks: &str, answer: &str, ending: &str| {
        let story = format!("0> {asks}\n0< {answer}\n= {ending}");
        check(once(lock), &story);
    };
    let plain = |algorithm, asks, answer| {
        words(&lock(algorithm), asks, answer, "granted until 29698");
    };
    plain(Algorithm::Token, "SET lock:stock A-1 NX PX 30000", "OK");
    plain(Algorithm::Naive, "SET lock:stock A-1 NX EX 30", "OK");
    let reentrant = "EVALSHA acquire_reentrant.lua 1 lock:stock A-1 A-1 30000";
    plain(Algorithm::Reentrant, reentrant, "[1, 0]");
    let keys = "lock:stock {lock:stock}:queue {lock:stock}:waiters";
    // Who does not come again takes no place in the queue.
    let fair = format!("EVALSHA acquire_fair.lua 3 {keys} A-1 30000 0");
    plain(Algorithm::Fair, &fair, "[1, 0]");

    let fenced = |algorithm| Lock { fenced: true, ..lock(algorithm) };
    let of_seven = "granted until 29698, fence 7";
    let fence = "{lock:stock}:fence";
    let asks = format!("EVALSHA acquire.lua 2 lock:stock {fence} A-1 30000");
    words(&fenced(Algorithm::Token), &asks, "[1, 7]", of_seven);
    let asks = format!("EVALSHA acquire_fair.lua 4 {keys} {fence} A-1 30000 0");
    words(&fenced(Algorithm::Fair), &asks, "[1, 7]", of_seven);
    let owned = Lock { owner: Some(Token::new("A")), ..fenced(Algorithm::Reentrant) };
    let asks = format!("EVALSHA acquire_reentrant.lua 2 lock:stock {fence} A A-1 30000");
    words(&owned, &asks, "[1, 7]", of_seven);
    let leased = Lock { max_lease_ms: Some(60_000), ..lock(Algorithm::Token) };
    let ending = "granted until 29698, lease until 60000";
    words(&leased, "SET lock:stock A-1 NX PX 30000", "OK", ending);
}

#[test]
fn ex_and_expire_know_whole_seconds_only() {
    let check_seconds = |ttl_ms, seconds, until_ms| {
        let lock = Lock::new(Algorithm::Naive, "lock:stock", ttl_ms);
        let asks = format!("0> SET lock:stock A-1 NX EX {seconds}");
        check(once(&lock), &format!("{asks}\n0< OK\n= granted until {until_ms}"));
    };
    check_seconds(1000, 1, 988);
    check_seconds(1001, 2, 989);
    check_seconds(3, 1, 1);
}

#[test]
fn a_lock_in_two_commands_is_granted_after_the_second() {
    let indeterminate = "= no answer on taking the lock lock:stock: it may stay taken for ever";
    let taken = "= the lock lock:stock is taken; 1 attempts were made";
    let after_setnx = |answer: &str, rest: &str| {
        let story = format!("0> SETNX lock:stock A-1\n0< {answer}\n{rest}");
        check(once(&lock(Algorithm::SetnxExpire)), &story);
    };
    let expire = "0> EXPIRE lock:stock 30\n";
    after_setnx("0", taken);
    after_setnx("1", &format!("{expire}0< 1\n= granted until 29698"));
    // Nothing is given back: a `DEL` could remove another's lock.
    after_setnx("1", &format!("{expire}0< 0\n{indeterminate}"));
    after_setnx("1", &format!("{expire}0< lost\n{indeterminate}"));
    after_setnx("lost", indeterminate);
    after_setnx(
        "1",
        &format!("{expire}0< -ERR no\n= node 0 refused to take the lock lock:stock: ERR no"),
    );
}

#[test]
fn only_a_no_is_a_lock_that_is_taken() {
    let set = "0> SET lock:stock A-1 NX PX 30000\n";
    let answered = |answer: &str, ending: &str| {
        check(once(&lock(Algorithm::Token)), &format!("{set}0< {answer}\n= {ending}"));
    };
    answered("nil", "the lock lock:stock is taken; 1 attempts were made");
    let refused = |answer, text: &str| {
        answered(answer, &format!("node 0 refused to take the lock lock:stock: {text}"));
    };
    refused("QUEUED", "QUEUED");
    refused("7", "(integer) 7");
    refused("\"OK\"", "\"OK\"");
    refused("-OOM command not allowed", "OOM command not allowed");
    refused("-WRONGTYPE no", "WRONGTYPE no");
    refused("-NOSCRIPT no", "NOSCRIPT no");
    let asks = "0> EVALSHA acquire.lua 2 lock:stock {lock:stock}:fence A-1 30000\n";
    let fenced = Lock { fenced: true, ..lock(Algorithm::Token) };
    let refused = |answer: &str, text: &str| {
        let ending = format!("= node 0 refused to take the lock lock:stock: {text}");
        check(once(&fenced), &format!("{asks}0< {answer}\n{ending}"));
    };
    refused("OK", "OK");
    refused("nil", "(nil)");
    refused("[2, 0]", "1) (integer) 2\n2) (integer) 0");
    refused("[1]", "1) (integer) 1");
    refused("-ERR value is not an integer", "ERR value is not an integer");
}

#[test]
fn the_body_is_sent_after_noscript_and_only_then_and_once() {
    let fenced = Lock { fenced: true, ..lock(Algorithm::Token) };
    let call = "acquire.lua 2 lock:stock {lock:stock}:fence A-1 30000";
    let refused = "= node 0 refused to take the lock lock:stock:";
    let told = |rest: &str| check(once(&fenced), &format!("0> EVALSHA {call}\n{rest}"));
    let body = format!("0< -{NOSCRIPT}\n0> EVAL {call}\n");
    told(&format!("{body}0< [1, 7]\n= granted until 29698, fence 7"));
    // Validity counts from before the first command: it may have been applied.
    told(&format!("at 900\n{body}0< [1, 7]\n= granted until 29698, fence 7"));
    told(&format!("{body}0< -{NOSCRIPT}\n{refused} {NOSCRIPT}"));
    told(&format!("0< -ERR NOSCRIPT\n{refused} ERR NOSCRIPT"));
    let release = "release.lua 1 lock:stock A-1 \"\"";
    let lost = "= no answer on taking the lock lock:stock: it may stay taken for 30000 ms";
    told(&format!(
        "{body}0< lost\n0> EVALSHA {release}\n0< -{NOSCRIPT}\n0> EVAL {release}\n0< 1\n{lost}"
    ));
}

#[test]
fn a_lost_answer_is_not_a_lock_that_is_taken_and_is_cleaned_up_after() {
    let lost = "= no answer on taking the lock lock:stock: it may stay taken for 30000 ms";
    let after = |algorithm, asks: &str, release: &str, answers: &[&str]| {
        for answer in answers {
            let story = format!("0> {asks}\n0< lost\n0> EVALSHA {release}\n0< {answer}\n{lost}");
            check(once(&lock(algorithm)), &story);
        }
    };
    let all = ["1", "0", "-1", "lost", "-ERR no"];
    let set = "SET lock:stock A-1 NX PX 30000";
    after(Algorithm::Token, set, "release.lua 1 lock:stock A-1 \"\"", &all);
    let asks = "EVALSHA acquire_reentrant.lua 1 lock:stock A-1 A-1 30000";
    after(Algorithm::Reentrant, asks, "release_reentrant.lua 1 lock:stock A-1 A-1 \"\"", &all);
    let naive = format!("0> SET lock:stock A-1 NX EX 30\n0< lost\n{lost}");
    check(once(&lock(Algorithm::Naive)), &naive);
}

#[test]
fn a_lock_that_comes_too_late_is_given_back() {
    let story = |until: &str| {
        format!(
            "0> SET lock:stock A-1 NX PX 30000\nat {until}\n0< OK\n\
             0> EVALSHA release.lua 1 lock:stock A-1 \"\"\n0< 1\n\
             = the lock lock:stock was granted only when its validity was over"
        )
    };
    check(once(&lock(Algorithm::Token)), &format!("at 0\n{}", story("29698")));
    check(once(&lock(Algorithm::Token)), &format!("at 0\n{}", story("18446744073709551615")));
    let in_time = "at 0\n0> SET lock:stock A-1 NX PX 30000\nat 29697\n0< OK\n= granted until 29698";
    check(once(&lock(Algorithm::Token)), in_time);
}

#[test]
fn replicas_confirm_before_it_is_granted() {
    let replicated = Lock { replicas: 2, ..lock(Algorithm::Replicated) };
    let wait = "0> SET lock:stock A-1 NX PX 30000\n0< OK\n0> WAIT 2 300\n";
    let release = "0> EVALSHA release.lua 1 lock:stock A-1 \"\"\n0< 1\n";
    let told = |rest: &str| check(once(&replicated), &format!("{wait}{rest}"));
    told("0< 2\n= granted until 29698");
    told("0< 3\n= granted until 29698");
    for confirmed in [1, 0] {
        let ending = format!("{confirmed} replicas confirmed the lock lock:stock, 2 are needed");
        told(&format!("0< {confirmed}\n{release}= {ending}"));
    }
    let lost = "no answer on taking the lock lock:stock: it may stay taken for 30000 ms";
    told(&format!("0< lost\n{release}= {lost}"));
    let refused = "node 0 refused to take the lock lock:stock: ERR no";
    told(&format!("0< -ERR no\n{release}= {refused}"));
    let taken = "the lock lock:stock is taken; 1 attempts were made";
    check(once(&replicated), &format!("0> SET lock:stock A-1 NX PX 30000\n0< nil\n= {taken}"));
}
