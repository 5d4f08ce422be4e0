//! Scenarios in which a shortcut of the explorer would show.

use crate::agree::compare;
use crate::random::Small;
use lockstep_scenario::{Faults, Scenario};

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
