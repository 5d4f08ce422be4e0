//! Scenarios in which a shortcut of the explorer would show.

use crate::agree::compare;
use crate::random::Small;
use lockstep_engine::ScriptHost;
use lockstep_scenario::{Answer, Cast, Explorer, Faults, Limit, Question, Scenario};
use std::rc::Rc;

/// Both explorers say the same, and look at everything.
fn check(faults: &str, text: &str) {
    let scenario: Scenario = toml::from_str(text).unwrap_or_else(|error| panic!("{error}"));
    let faults = Faults::parse(faults).expect("a budget");
    let compared = compare(&Small { scenario, faults });
    let compared = compared.unwrap_or_else(|problem| panic!("{problem}\n{text}"));
    assert_eq!(compared.complete, 1, "{text}");
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
fn what_looks_at_the_time_of_day_is_not_called_proved() {
    let check = |line: &str, limit: Option<Limit>| {
        let text = format!("[clients.A]\nprogram = '{line}'");
        let scenario: Scenario = toml::from_str(&text).expect("a scenario");
        let cast = Cast::new(&scenario).expect("a scenario in order");
        let question = Question::of(&cast);
        let mut explorer = Explorer::new(&cast, Rc::new(ScriptHost::new()), question);
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
}
