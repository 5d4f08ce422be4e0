//! Waiting for a lock that is taken.

use crate::story::{check, lock, token};
use lockstep_lock::{Acquire, Algorithm, Lock, Retry, Waiting};

const SET: &str = "0> SET lock:stock A-1 NX PX 30000\n";
/// The same in a way whose no tells the time that is left.
const TELLING: &str = "0> EVALSHA acquire.lua 1 lock:stock A-1 30000\n";

fn waits(waiting: Waiting, story: &str) {
    check(Acquire::new(&lock(Algorithm::Token), token(), waiting), story);
}

fn notified(limit_ms: Option<u64>, retry: Retry) -> Waiting {
    Waiting { limit_ms, retry, notified: true }
}

fn taken(attempts: u32) -> String {
    format!("= the lock lock:stock is taken; {attempts} attempts were made\n")
}

fn timed_out(waited_ms: u64, attempts: u32) -> String {
    format!("= the lock lock:stock was taken for {waited_ms} ms; {attempts} attempts were made\n")
}

#[test]
fn a_policy_says_when_to_try_again_and_when_to_give_up() {
    let no = format!("{SET}0< nil\n");
    waits(Waiting::retry(Retry::Never), &format!("{no}{}", taken(1)));
    let every = Waiting::retry(Retry::Every { pause_ms: 50 });
    let yes = format!("{SET}0< OK\n");
    let story = format!("{no}resume 50\nat 50\ndeadline\n{no}resume 100\nat 100\ndeadline\n{yes}");
    waits(every, &format!("at 0\n{story}= granted until 29798"));
    let twice = Waiting::retry(Retry::Backoff { first_ms: 10, cap_ms: 15, attempts: 2 });
    waits(
        twice,
        &format!("{no}resume 5 to 10\nat 7\ndeadline\n{no}{}", taken(2)).replace("at 7\n", ""),
    );
    let story = format!("at 0\n{no}resume 5 to 10\nat 7\ndeadline\n{no}{}", taken(2));
    waits(twice, &story);
}

#[test]
fn the_longest_wait_ends_with_one_last_attempt() {
    let no = format!("{SET}0< nil\n");
    let every = Retry::Every { pause_ms: 40 };
    let within = |limit_ms| Waiting { limit_ms: Some(limit_ms), retry: every, notified: false };
    waits(within(0), &format!("{no}{}", taken(1)));
    let story = format!("at 0\n{no}resume 40\nat 40\ndeadline\n{no}resume 50\nat 50\ndeadline\n");
    waits(within(50), &format!("{story}{no}{}", timed_out(50, 3)));
    waits(within(50), &format!("{story}{SET}0< OK\n= granted until 29748"));
    // An answer that comes after the end was the last.
    let story = format!("at 0\n{SET}at 51\n0< nil\n{}", timed_out(50, 1));
    waits(within(50), &story);
    let for_ever = format!("at 0\n{no}resume 40\n");
    waits(within(u64::MAX), &for_ever);
}

#[test]
fn who_listens_asks_again_before_waiting_and_waits_for_the_end() {
    let story = format!(
        "at 0\n{SET}0< nil\nlisten {{lock:stock}}:released\n\
         listening\n{TELLING}at 5\n0< [0, 20000]\nresume 20006 to 20056\n\
         at 900\nwoken\n{TELLING}0< [1, 0]\n= granted until 30598"
    );
    waits(notified(None, Retry::Never), &story);
    let ends = format!(
        "at 0\n{SET}0< nil\nlisten {{lock:stock}}:released\nresume 60000\n\
         listening\n{TELLING}0< [0, 100]\nresume 101 to 111\n\
         at 105\ndeadline\n{TELLING}0< [0, -1]\nresume 30106 to 30156\n\
         at 30106\ndeadline\n{TELLING}0< [0, 40000]\nresume 60000\n\
         at 60000\ndeadline\n{TELLING}0< [0, 1]\n{}",
        timed_out(60_000, 5)
    );
    waits(notified(Some(60_000), Retry::Never), &ends);
}

#[test]
fn who_listens_already_asks_once_before_it_waits() {
    let listening = |lock: &Lock, story: &str| {
        let acquire = Acquire::new(lock, token(), notified(None, Retry::Never)).listening();
        check(acquire, story);
    };
    let lock = lock(Algorithm::Token);
    let refused = format!("at 0\n{TELLING}0< [0, 20000]\nresume 20001 to 20051\n");
    let granted = format!("{TELLING}0< [1, 0]\n= granted until 29698");
    listening(&lock, &format!("{refused}woken\n{granted}"));
    listening(&lock, &format!("at 0\n{granted}"));
    // A release that comes while the first attempt is under way is not missed.
    listening(&lock, &format!("at 0\n{TELLING}woken\n0< [0, 9]\n{granted}"));
    listening(&lock, &format!("{refused}deaf\n{SET}0< OK\n= granted until 29698"));
}

#[test]
fn who_has_an_inbox_is_on_the_roll_while_it_waits() {
    let inbox = Some(b"inbox"[..].into());
    let plain = lock(Algorithm::Token);
    let named = Lock { notifies: true, inbox, patience_ms: 4000, ..plain };
    let keys = "2 lock:stock {lock:stock}:roll";
    let ask = format!("0> EVALSHA acquire_named.lua {keys} A-1 30000 inbox 8000\n");
    let leave = format!("0> EVALSHA release_named.lua {keys} A-1 inbox\n0< -1\n");
    let refused = format!(
        "at 0\n{SET}0< nil\nlisten {{lock:stock}}:released\nresume 5000\n\
         listening\n{ask}0< [0, 25000]\nresume 4000\n"
    );
    let acquire = || Acquire::new(&named, token(), notified(Some(5000), Retry::Never));
    let woken = format!("{refused}woken\n{ask}0< [1, 0]\n= granted until 29698");
    check(acquire(), &woken);
    // Whether it was woken or not, it asks when its patience is over; at the
    // end it leaves the roll.
    let story = format!(
        "{refused}at 4000\ndeadline\n{ask}0< [0, 21000]\nresume 5000\n\
         at 5000\ndeadline\n{ask}0< [0, 20000]\n{leave}{}",
        timed_out(5000, 4)
    );
    check(acquire(), &story);
    // Who never was on it has nothing to leave.
    let once = Acquire::new(&named, token(), Waiting::NONE);
    check(once, &format!("{SET}0< nil\n{}", taken(1)));
}

#[test]
fn a_release_heard_during_an_attempt_leads_to_exactly_one_more() {
    let begin = format!("{SET}0< nil\nlisten {{lock:stock}}:released\nlistening\n{TELLING}");
    let story = format!("at 0\n{begin}woken\nwoken\n0< [0, 9]\n{TELLING}0< [0, 9]\nresume 10");
    waits(notified(None, Retry::Never), &story);
    let story = format!("at 0\n{begin}woken\n0< [1, 0]\n= granted until 29698");
    waits(notified(None, Retry::Never), &story);
    // Not beyond the longest wait.
    let begin = begin.replace("listening", "resume 50\nlistening");
    let story = format!("at 0\n{begin}at 50\nwoken\n0< [0, 9]\n{}", timed_out(50, 2));
    waits(notified(Some(50), Retry::Never), &story);
}

#[test]
fn who_hears_nothing_goes_on_by_the_policy() {
    let every = Retry::Every { pause_ms: 40 };
    let listen = "listen {lock:stock}:released\n";
    let no = format!("{SET}0< nil\n");
    let by_policy = "resume 40\nat 40\ndeadline\n";
    let tried = format!("at 0\n{no}{listen}deaf\n{no}{by_policy}{SET}");
    waits(notified(None, every), &tried);
    // Deaf while waiting: the next attempt does not come too late.
    let told =
        format!("at 0\n{no}{listen}listening\n{TELLING}0< [0, 20000]\nresume 20001 to 20051\n");
    waits(notified(None, every), &format!("{told}deaf\n{no}{by_policy}{SET}"));
    // Deaf during an attempt.
    let asked = format!("at 0\n{no}{listen}listening\n{TELLING}deaf\n0< [0, 20000]\n");
    waits(notified(None, every), &format!("{asked}{by_policy}{SET}"));
    // Who was promised to be told does not give up because it is deaf, and
    // asks at once when it can hear again.
    let waits_for_the_end = format!("{asked}resume 20001 to 20051\n");
    waits(notified(None, Retry::Never), &format!("{waits_for_the_end}listening\n{TELLING}"));
    // It hears again during an attempt, which may have been refused before.
    let again = format!("{asked}{by_policy}{SET}listening\n0< nil\n{TELLING}");
    waits(notified(None, every), &again);
    // While subscribing, the longest wait can end too.
    let story = format!("at 0\n{no}{listen}resume 9\nat 9\ndeadline\n{no}{}", timed_out(9, 2));
    waits(notified(Some(9), every), &story);
}

#[test]
fn a_moment_named_for_a_wait_does_not_end_the_attempt_after_it() {
    let listening = format!("at 0\n{SET}0< nil\nlisten {{lock:stock}}:released\nresume 5000\n");
    let story = format!("{listening}listening\n{TELLING}at 5000\ndeadline\nat 5001\n0< [1, 0]\n");
    waits(notified(Some(5000), Retry::Never), &format!("{story}= granted until 29698"));
    let story = format!(
        "{listening}listening\n{TELLING}0< [0, 700]\nresume 701 to 751\nat 700\nwoken\n{TELLING}\
         at 701\ndeadline\n0< [1, 0]\n= granted until 30398"
    );
    waits(notified(Some(5000), Retry::Never), &story);
}

#[test]
fn what_concerns_another_time_changes_nothing() {
    let every = notified(None, Retry::Every { pause_ms: 40 });
    let story = format!(
        "at 0\nwoken\nlistening\n0< nil\nlisten {{lock:stock}}:released\nwoken\n0< OK\n\
         listening\n{TELLING}0< [0, 9]\nresume 10\n0< [1, 0]\n0< lost\nlistening"
    );
    let story = story.replacen("at 0\n", &format!("at 0\n{SET}"), 1);
    // Woken before listening: an attempt follows, which sees it, or another.
    waits(every, &story.replace("0< nil\nlisten", &format!("0< nil\n{SET}0< nil\nlisten")));
}

#[test]
fn a_waiter_in_the_queue_asks_three_times_in_its_patience_and_leaves_at_the_end() {
    let fair = Lock { patience_ms: 3000, notifies: true, ..lock(Algorithm::Fair) };
    let keys = "3 lock:stock {lock:stock}:queue {lock:stock}:waiters A-1";
    let ask = |patience| format!("0> EVALSHA acquire_fair.lua {keys} 30000 {patience}\n");
    let leave = format!("0> EVALSHA release_fair.lua {keys} {{lock:stock}}:released\n0< -1\n");
    let story = format!(
        "at 0\n{}0< [0, 25000]\nlisten {{lock:stock}}:released\nresume 1900\n\
         listening\n{}0< [0, 25000]\nresume 1000\nat 1000\ndeadline\n\
         {}0< [0, 24000]\nresume 1900\nat 1900\ndeadline\n{}0< [0, 23100]\n{leave}{}",
        ask(3000),
        ask(3000),
        ask(3000),
        // The last attempt takes no place.
        ask(0),
        timed_out(1900, 4)
    );
    let waiting = notified(Some(1900), Retry::Never);
    check(Acquire::new(&fair, token(), waiting), &story);
    let refused = format!(
        "{}0< -WRONGTYPE no\n{leave}= node 0 refused to take the lock lock:stock: WRONGTYPE no",
        ask(3000)
    );
    check(Acquire::new(&fair, token(), waiting), &refused);
    // A place that the policy gives up again is given back too.
    let retry = Retry::Every { pause_ms: 5000 };
    let story = format!("at 0\n{}0< [0, 25000]\nresume 1000", ask(3000));
    check(Acquire::new(&fair, token(), Waiting::retry(retry)), &story);
}
