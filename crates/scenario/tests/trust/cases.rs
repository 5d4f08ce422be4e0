//! Scenarios in which a shortcut of the explorer would show.

use crate::Asked;
use crate::agree::{Compared, compare};
use crate::random::Small;
use lockstep_scenario::{
    Answer, Cast, Explorer, Faults, Limit, Property, Question, Scenario, script_host,
};

/// Both explorers say the same, and look at everything.
fn check(faults: &str, text: &str) {
    assert_eq!(agree(faults, text).complete, 1, "{text}");
}

/// Both explorers say the same, as far as the naive one gets.
fn agree(faults: &str, text: &str) -> Compared {
    let scenario: Scenario = toml::from_str(text).unwrap_or_else(|error| panic!("{error}"));
    let faults = Faults::parse(faults).expect("a budget");
    let compared = compare(&Small { scenario, faults });
    compared.unwrap_or_else(|problem| panic!("{problem}\n{text}"))
}

#[test]
fn a_dead_end_is_told_in_an_order_that_leads_there() {
    // In the calmer order A A B, which is as long, A does not take the lock.
    check(
        "",
        r#"
        locks.stock = { algorithm = "token", key = "lock:stock", ttl = "10s" }
        [clients.A]
        program = """
SET x 1
EVAL \"if redis.call('GET', 'y') then redis.call('SET', 'lock:stock', 'A') end\" 0"""
        [clients.B]
        program = """
EVAL \"if redis.call('GET', 'x') then redis.call('SET', 'y', 1) end\" 0"""
        "#,
    );
}

#[test]
fn of_several_locks_that_never_get_free_the_cheapest_is_told() {
    // By name the lock of the shop comes first, and it takes a crash.
    check(
        "crashes=1",
        r#"
        locks.shop = { algorithm = "setnx_expire", key = "lock:shop", ttl = "7s" }
        locks.stock = { algorithm = "token", key = "lock:stock", ttl = "10s" }
        [clients.A]
        program = """
SETNX lock:stock mine
acquire shop"""
        "#,
    );
}

#[test]
fn who_waits_for_ever_is_told_though_nobody_holds_the_lock() {
    // B needs both nodes, and one has another's key without an end.
    let text = r#"
        nodes = { independent = 2 }
        locks.stock = { algorithm = "redlock", key = "lock:stock", ttl = "10s", retry = "4s" }
        [clients.A]
        program = "SET lock:stock mine"
        [clients.B]
        program = "acquire stock"
        "#;
    let scenario: Scenario = toml::from_str(text).unwrap_or_else(|error| panic!("{error}"));
    let asked = Asked::new(&scenario, Faults::default(), 1000);
    let found = asked.found(Property::CanBeTakenAgain).expect("B waits for ever");
    assert_eq!(found.schedule.display(&asked.cast).to_string(), "v1: A B");
}

#[test]
fn a_lock_that_is_valid_no_longer_and_not_gone_yet_is_looked_at() {
    // A can be inside only once its lock is over by its own clock, B only while
    // the key is there.
    let compared = agree(
        "pauses=1",
        r#"
        properties = ["mutual_exclusion"]
        locks.stock = { algorithm = "token", key = "lock:stock", ttl = "10s" }
        [clients.A]
        program = """
acquire stock
think
if not valid stock
  enter shelf
  leave shelf"""
        [clients.B]
        program = """
try stock
if not done
  enter shelf
  leave shelf"""
        "#,
    );
    assert_eq!((compared.complete, compared.broken), (1, 1));
}

#[test]
fn a_watchdog_that_is_late_is_charged_once() {
    check(
        "pauses=1",
        r#"
        locks.stock = { algorithm = "token", key = "lock:stock", ttl = "10s", watchdog = true, max_lease = "20s" }
        [clients.A]
        program = """
acquire stock
enter shelf
leave shelf
release stock"""
        [clients.B]
        like = "A"
        "#,
    );
}

#[test]
fn a_process_that_is_paused_at_its_watchdog_is_not_paused_again_at_its_work() {
    check(
        "pauses=1",
        r#"
        locks.stock = { algorithm = "token", key = "lock:stock", ttl = "9s", watchdog = true, max_lease = "14s" }
        [clients.A]
        program = """
acquire stock
enter shelf
work 5s
leave shelf
release stock"""
        [clients.B]
        like = "A"
        "#,
    );
}

#[test]
fn a_clock_that_falls_behind_makes_a_lock_valid_that_was_over() {
    check(
        "client_clock_jumps=1",
        r#"
        locks.stock = { algorithm = "token", key = "lock:stock", ttl = "10s" }
        [clients.A]
        program = """
acquire stock
work 12s
if not valid stock
  think
  if valid stock
    enter shelf"""
        [clients.B]
        program = """
acquire stock
enter shelf"""
        "#,
    );
}

#[test]
fn a_client_waits_by_a_clock_that_jumps_back_and_forth() {
    check(
        "client_clock_jumps=2",
        r#"
        locks.stock = { algorithm = "token", key = "lock:stock", ttl = "10s", retry = "4s" }
        [clients.A]
        program = """
acquire stock
work 3s
release stock"""
        [clients.B]
        program = """
acquire stock
enter shelf
leave shelf"""
        "#,
    );
}

#[test]
fn what_a_watchdog_sends_can_get_lost() {
    let compared = agree(
        "lost_requests=2",
        r#"
        properties = ["mutual_exclusion"]
        locks.stock = { algorithm = "token", key = "lock:stock", ttl = "10s", watchdog = true, max_lease = "20s" }
        [clients.A]
        program = """
acquire stock
EVAL \"return redis.call('PEXPIRE', 'lock:stock', 3500)\" 0
enter shelf
work 6s
leave shelf"""
        [clients.B]
        program = """
acquire stock
enter shelf"""
        "#,
    );
    assert_eq!(compared.broken, 1);
}

#[test]
fn a_watchdog_goes_by_the_clock_of_its_client() {
    check(
        "client_clock_jumps=1",
        r#"
        locks.stock = { algorithm = "token", key = "lock:stock", ttl = "10s", watchdog = true, max_lease = "20s" }
        [clients.A]
        program = """
acquire stock
enter shelf
work 11s
leave shelf"""
        [clients.B]
        program = """
acquire stock
enter shelf"""
        "#,
    );
}

#[test]
fn what_looks_at_the_time_of_day_is_not_called_proved() {
    let check = |line: &str, limit: Option<Limit>| {
        let text = format!("[clients.A]\nprogram = '''\n{line}'''");
        let scenario: Scenario = toml::from_str(&text).expect("a scenario");
        let cast = Cast::new(&scenario).expect("a scenario in order");
        let question = Question::of(&cast);
        let mut explorer = Explorer::new(&cast, script_host(), question);
        explorer.finish_all();
        let verdict = explorer.verdict();
        assert_eq!(verdict.limit, limit, "{line}");
        let proved = verdict.answers.iter().all(|(_, answer)| *answer == Answer::Holds);
        assert_eq!(proved, limit.is_none(), "{line}");
    };
    check("TIME", Some(Limit::TimeOfDay));
    check("PEXPIRETIME k", Some(Limit::TimeOfDay));
    check("SET k v PXAT 1700000000001", Some(Limit::TimeOfDay));
    check("EVAL \"return redis.call(\\\"time\\\")\" 0", Some(Limit::TimeOfDay));
    check("SET k v PX 100", None);
    check("PTTL k\nif reply < 5000\n  think", Some(Limit::TimeOfDay));
    check("TTL k\nif reply is -1\n  think", None);
    let script = |condition: &str| format!("EVAL \"return redis.call('PTTL', 'k') {condition}\" 0");
    check(&script("> 5000"), Some(Limit::TimeOfDay));
    check(&script("== -2"), None);
}

#[test]
fn what_is_sent_in_the_step_of_an_answer_can_get_lost() {
    // A is told that its connection is closed, and sends its release in the same
    // step.
    let compared = agree(
        "lost_requests=1, failovers=1",
        r#"
        nodes = { replicas = 1 }
        properties = ["no_immortal_lock"]
        locks.stock = { algorithm = "replicated", key = "lock:stock", ttl = "10s" }
        [clients.A]
        program = """
acquire stock"""
        [clients.B]
        program = """
SETNX lock:stock mine
PEXPIRE lock:stock 9000
DEL lock:stock"""
        "#,
    );
    assert_eq!(compared.broken, 1);
}
