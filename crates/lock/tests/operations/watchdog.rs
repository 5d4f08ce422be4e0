//! Keeping a lock alive.

use crate::story::{check, grant, lock};
use lockstep_lock::{Algorithm, Grant, Lock, Watchdog};

const ASKS: &str = "0> EVALSHA extend.lua 1 lock:stock A-1 30000\n";

fn keeps(grant: &Grant, story: &str) {
    check(Watchdog::new(&lock(Algorithm::Token), grant), story);
}

/// What was asked at 10 seconds.
fn at_ten(rest: &str) {
    let begin = format!("at 0\nresume 10000\nat 10000\ndeadline\n{ASKS}resume 29698\n");
    keeps(&grant(), &format!("{begin}{rest}"));
}

#[test]
fn it_asks_at_each_third_and_again_after_a_tenth() {
    let again = format!("{ASKS}resume 39698\n");
    at_ten(&format!("0< 1\nresume 20000\nat 20000\ndeadline\n{again}"));
    // The third counts from the answer, the validity from the question.
    at_ten(&format!("at 12000\n0< 1\nresume 22000\nat 22000\ndeadline\n{again}"));
    for failure in ["lost", "-LOADING wait", "OK"] {
        let again = format!("{ASKS}resume 29698\n");
        at_ten(&format!("0< {failure}\nresume 13000\nat 13000\ndeadline\n{again}"));
    }
}

#[test]
fn it_says_how_the_lock_was_lost() {
    at_ten("0< 0\n= another owner has the lock");
    at_ten("0< -1\n= the lock has ended");
    at_ten("at 29698\ndeadline\n= the lock could not be extended in time");
    at_ten("0< lost\nresume 13000\nat 29698\ndeadline\n= the lock could not be extended in time");
    // A failure shortly before the end leaves no time for a tenth.
    at_ten(
        "at 29000\n0< lost\nresume 29698\nat 29698\ndeadline\n= the lock could not be extended in time",
    );
    let three = Lock { nodes: 3, ..lock(Algorithm::RedLock) };
    let asks: String = (0..3)
        .map(|n| format!("{n}> EVALSHA extend_or_restore.lua 1 lock:stock A-1 30000\n"))
        .collect();
    let begin = format!("at 0\nresume 10000\nat 10000\ndeadline\n{asks}resume 10300\n");
    let lost = "0< -1\n1< 0\n= a majority of the nodes does not have the lock any more";
    check(Watchdog::new(&three, &grant()), &format!("{begin}{lost}"));
    // A minority that does not answer is not waited for beyond its time.
    let slow = format!("{begin}0< 1\nat 10300\ndeadline\nresume 13300");
    check(Watchdog::new(&three, &grant()), &slow);
}

#[test]
fn a_late_answer_is_none_to_a_later_extension() {
    let three = Lock { nodes: 3, ..lock(Algorithm::RedLock) };
    let asks: String = (0..3)
        .map(|n| format!("{n}> EVALSHA extend_or_restore.lua 1 lock:stock A-1 30000\n"))
        .collect();
    let begin = format!("at 0\nresume 10000\nat 10000\ndeadline\n{asks}resume 10300\n");
    let again = format!("0< 1\n1< 1\nresume 20000\nat 20000\ndeadline\n{asks}resume 20300\n");
    // Node 2 gave the lock time when it was asked first, not now.
    let story = format!("{begin}{again}0< 1\n2<< 1\n1< lost\nat 20300\ndeadline\nresume 23300");
    check(Watchdog::new(&three, &grant()), &story);
}

#[test]
fn after_a_pause_beyond_the_validity_it_does_not_ask() {
    keeps(
        &grant(),
        "at 0\nresume 10000\nat 29698\ndeadline\n= the lock could not be extended in time",
    );
    keeps(&grant(), "at 40000\nresume 29698\ndeadline\n= the lock could not be extended in time");
    let asked = format!("at 0\nresume 10000\nat 29697\ndeadline\n{ASKS}resume 29698\n");
    keeps(&grant(), &asked);
}

#[test]
fn an_early_moment_does_not_end_a_question() {
    at_ten("at 10001\ndeadline\n0< 1\nresume 20001");
}

#[test]
fn the_longest_lease_ends_it() {
    let leased = |lease_until_ms| Grant { lease_until_ms: Some(lease_until_ms), ..grant() };
    let over = "= the longest lease of the lock is over";
    // Nothing to win: it waits for the end.
    keeps(&leased(30_000), &format!("at 0\nresume 29698\nat 29698\ndeadline\n{over}"));
    let story = format!(
        "at 0\nresume 10000\nat 10000\ndeadline\n\
         0> EVALSHA extend.lua 1 lock:stock A-1 25000\nresume 29698\n0< 1\n\
         resume 34748\nat 34748\ndeadline\n{over}"
    );
    keeps(&leased(35_000), &story);
}

#[test]
fn what_it_did_not_ask_for_does_not_wake_it() {
    keeps(&grant(), "at 0\nresume 10000\nwoken\nlistening\ndeaf");
}
