//! A lock on several nodes.

use crate::story::{NOSCRIPT, check, grant, lock, token};
use lockstep_lock::{Acquire, Algorithm, Extend, Lock, Release, Retry, Waiting};

fn on(nodes: u16) -> Lock {
    Lock { nodes, ..lock(Algorithm::RedLock) }
}

fn asked(nodes: u16, what: &str) -> String {
    (0..nodes).map(|node| format!("{node}> {what}\n")).collect()
}

const SET: &str = "SET lock:stock A-1 NX PX 30000";
const RELEASE: &str = "EVALSHA release.lua 1 lock:stock A-1 \"\"";
const EXTEND: &str = "EVALSHA extend_or_restore.lua 1 lock:stock A-1 30000";

fn no_quorum(counts: [u16; 5]) -> String {
    let [granted, nodes, needed, taken, unreachable] = counts;
    format!(
        "= only {granted} of {nodes} nodes granted the lock lock:stock, {needed} are needed; \
         {taken} said that it is taken, {unreachable} did not answer\n"
    )
}

#[test]
fn a_majority_grants_it_without_the_others() {
    for (nodes, quorum) in [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3)] {
        let answers: String = (0..quorum).map(|node| format!("{node}< OK\n")).collect();
        let story = format!("at 0\n{}resume 300\n", asked(nodes, SET));
        let acquire = Acquire::new(&on(nodes), token(), Waiting::NONE);
        check(acquire.clone(), &format!("{story}{answers}= granted until 29698"));
        // One less is not enough, and is given back everywhere.
        let answers: String = (0..quorum - 1).map(|node| format!("{node}< OK\n")).collect();
        let release = format!("at 300\ndeadline\n{}resume 600\n", asked(nodes, RELEASE));
        let gone = format!(
            "at 600\ndeadline\n{}",
            no_quorum([quorum - 1, nodes, quorum, 0, nodes - quorum + 1])
        );
        if nodes > 1 {
            check(acquire, &format!("{story}{answers}{release}{gone}"));
        }
    }
}

#[test]
fn what_can_no_longer_be_a_majority_is_given_back_at_once() {
    let begin = format!("at 0\n{}resume 300\n", asked(3, SET));
    let release = format!("at 9\n{}resume 309\n", asked(3, RELEASE));
    let release = release.strip_prefix("at 9\n").expect("it begins so");
    let gone = "0< 1\n1< -1\n2< lost\n";
    let told = |answers: &str, counts| {
        let story = format!("{begin}at 9\n{answers}{release}{gone}{}", no_quorum(counts));
        check(Acquire::new(&on(3), token(), Waiting::NONE), &story);
    };
    told("0< nil\n1< nil\n", [0, 3, 2, 2, 1]);
    told("0< OK\n1< nil\n2< lost\n", [1, 3, 2, 1, 1]);
    told("0< lost\n1< -OOM no\n", [0, 3, 2, 0, 3]);
    told("1< QUEUED\n2< nil\n", [0, 3, 2, 1, 2]);
}

#[test]
fn no_quorum_is_tried_again_as_the_policy_says() {
    let story = format!(
        "at 0\n{}resume 300\n0< nil\n1< nil\n{}resume 300\n0< -1\n1< -1\n2< 1\nresume 40\n\
         at 40\ndeadline\n{}resume 340\n0< OK\n2< OK\n= granted until 29738",
        asked(3, SET),
        asked(3, RELEASE),
        asked(3, SET)
    );
    let waiting = Waiting { notified: true, ..Waiting::retry(Retry::Every { pause_ms: 40 }) };
    check(Acquire::new(&on(3), token(), waiting), &story);
}

#[test]
fn echoes_count_for_nothing() {
    let twice = format!("at 0\n{}resume 300\n0< OK\n0< OK\n0< lost\n", asked(3, SET));
    check(Acquire::new(&on(3), token(), Waiting::NONE), &twice);
    // A deadline that was named for something before, too.
    let early = format!("{twice}at 299\ndeadline\n1< OK\n= granted until 29698");
    check(Acquire::new(&on(3), token(), Waiting::NONE), &early);
}

#[test]
fn the_largest_number_is_told_to_a_majority_before_it_is_granted() {
    let fenced = Lock { fenced: true, ..on(3) };
    let ask = "EVALSHA acquire.lua 2 lock:stock {lock:stock}:fence A-1 30000";
    let raise = "raise_fence.lua 1 {lock:stock}:fence 9";
    let begin = format!(
        "at 0\n{}resume 300\n0< [1, 4]\nat 5\n1< [1, 9]\n{}resume 305\n",
        asked(3, ask),
        asked(3, &format!("EVALSHA {raise}"))
    );
    let told = |rest: &str| {
        check(Acquire::new(&fenced, token(), Waiting::NONE), &format!("{begin}{rest}"));
    };
    told("0< 1\n2< 1\n= granted until 29698, fence 9");
    told(&format!("0< 1\n1< -{NOSCRIPT}\n1> EVAL {raise}\n1< 1\n= granted until 29698, fence 9"));
    let release = format!("{}resume 305\n0< 1\n1< 1\n2< lost\n", asked(3, RELEASE));
    told(&format!("0< lost\n2< -ERR no\n{release}{}", no_quorum([0, 3, 2, 0, 3])));
    let release = format!("{}resume 605\n0< 1\n1< 1\n2< -1\n", asked(3, RELEASE));
    told(&format!("1< 1\nat 305\ndeadline\n{release}{}", no_quorum([1, 3, 2, 0, 2])));
}

#[test]
fn extending_needs_a_majority_that_still_had_it() {
    let begin = format!("at 0\n{}resume 300\n", asked(3, EXTEND));
    let told = |rest: &str| check(Extend::new(&on(3), &grant()), &format!("{begin}{rest}"));
    told("0< 1\n1< -1\n2< 1\n= extended until 29698");
    told("0< 1\n1< 0\n2< 1\n= extended until 29698");
    // Put back is not extended.
    told("0< -1\n1< -1\n= no quorum, 0 of 2");
    told("0< 1\n1< -1\n2< 0\n= no quorum, 1 of 2");
    told("0< 1\n1< -1\n2< lost\n= Indeterminate");
    told("0< lost\n1< lost\nat 300\ndeadline\n= Indeterminate");
    told("0< lost\n1< lost\n2< 1\n= Indeterminate");
    told("0< -ERR no\n1< 1\n2< -1\n= node 0 refused: ERR no");
    told("0< -ERR no\n1< -1\n2< -1\n= no quorum, 0 of 2");
}

#[test]
fn nothing_is_put_back_once_the_validity_is_over() {
    let extend = asked(3, "EVALSHA extend.lua 1 lock:stock A-1 30000");
    let story = format!("at 29698\n{extend}resume 29998\n0< 1\n1< 1\n= extended until 59396");
    check(Extend::new(&on(3), &grant()), &story);
    let story = format!("at 29698\n{extend}resume 29998\n0< -1\n1< -1\n= no quorum, 0 of 2");
    check(Extend::new(&on(3), &grant()), &story);
}

#[test]
fn releasing_goes_everywhere_and_waits_for_everybody() {
    let begin = format!("at 0\n{}resume 300\n", asked(3, RELEASE));
    let told = |rest: &str| check(Release::new(&on(3), &grant()), &format!("{begin}{rest}"));
    told("0< 1\n1< 1\n2< 1\n= Released");
    told("0< 1\n1< 1\n2< 0\n= Released");
    told("0< 1\n1< 1\nat 299\ndeadline\nat 300\ndeadline\n= Released");
    told("0< 1\n1< lost\n2< lost\n= Indeterminate");
    told("0< 1\n1< 0\n2< -1\n= NotOwner");
    told("0< 1\n1< -1\n2< -1\n= Expired");
    told("0< 1\n1< -ERR no\n2< -1\n= node 1 refused: ERR no");
}
