//! Clients whose own clocks are off.

mod shop;

use lockstep_lock::Algorithm;
use lockstep_scenario::{
    Cast, Choice, ClientIndex, EventKind, Player, Schedule, Status, script_host,
};
use shop::{SHOP, played, scenario};
use std::rc::Rc;

/// It looks at its validity twice, each time after a step that nobody sees.
const LOOKS: &str =
    "acquire stock\nthink\nif not valid stock\n  think\nif valid stock\n  enter shelf";

#[test]
fn a_lock_is_valid_as_long_as_the_own_clock_says() {
    let check = |schedule: &str, has_ended: bool, enters: bool| {
        let player = played(Algorithm::Token, &[("A", LOOKS)], schedule);
        let events = player.timeline().iter().flat_map(|step| &step.events);
        let entered = events.filter(|event| matches!(event.kind, EventKind::Entered { .. }));
        assert_eq!(entered.count() == 1, enters, "{schedule}");
        assert_eq!(player.world().keys().count() == 0, has_ended, "{schedule}");
    };
    check("v1: A A A A", false, true);
    check("v1: A +30001 A A A", true, false);
    check("v1: A A:jump-30000 +30001 A A A", true, true);
    check("v1: A +30001 A:jump-30000 A A A", true, true);
    // What was over is valid again.
    check("v1: A +30001 A A:jump-30000 A A A", true, true);
    check("v1: A A:jump+30000 A A A", false, false);
    check("v1: A A:jump+30000 A A:jump-30000 A A", false, true);
    // Valid for the time to live less the allowance for drift.
    check("v1: A A:jump-5000 A:jump+5000 +29697 A A A", false, true);
    check("v1: A A:jump-5000 A:jump+5000 +29698 A A A", false, false);
    // Before it begins there is nothing to compare a clock with.
    check("v1: A:jump-5000 A +29697 A A A", false, true);
    check("v1: A:jump-5000 A +29698 A A A", false, false);
}

#[test]
fn a_client_waits_by_its_own_clock_and_works_by_the_worlds() {
    let check = |schedule: &str, next_ms: u64| {
        let programs = [("A", SHOP), ("B", SHOP)];
        let player = played(Algorithm::Token, &programs, schedule);
        let choices = player.world().choices(player.cast());
        let time = choices.iter().find_map(|choice| match choice {
            Choice::Time { by_ms } => Some(*by_ms),
            _ => None,
        });
        assert_eq!(time, Some(next_ms), "{schedule}");
    };
    // B asks again after a second.
    check("v1: A B", 1000);
    check("v1: A B B:jump-500", 1500);
    check("v1: A B B:jump+400", 600);
    check("v1: A B A:jump-500", 1000);
    // A is busy for five.
    check("v1: A A", 5000);
    check("v1: A A A:jump-500", 5000);
    check("v1: A A A:jump+5000", 5000);
}

#[test]
fn whoever_waits_is_told_when_by_the_clock_of_the_world() {
    let programs = [("A", SHOP), ("B", SHOP)];
    let player = played(Algorithm::Token, &programs, "v1: A B:jump+700 B B:jump-500 +1000 B");
    let waits = |at: usize| {
        let world = player.world_at(at).expect("played");
        match world.status(player.cast(), ClientIndex(1)) {
            Some(Status::WaitingForLock { until_ms }) => {
                until_ms.map(|until_ms| until_ms - world.now_ms())
            }
            _ => None,
        }
    };
    assert_eq!([3, 4, 5].map(waits), [1000, 1500, 500].map(Some));
    let told = |step: usize| player.timeline()[step - 1].events[0].kind.clone();
    let (client, by_ms) = (ClientIndex(1), -500);
    assert_eq!(told(4), EventKind::ClockJumped { client, by_ms });
    assert_eq!(told(6), EventKind::StillWaiting { client });
}

/// What a watchdog came to, and who was inside together, each with its step
/// counted from 1.
fn watched(programs: &[(&str, &str)], schedule: &str) -> Vec<(usize, &'static str)> {
    let mut scenario = scenario(Algorithm::Token, programs);
    for lock in scenario.locks.values_mut() {
        lock.watchdog = true;
    }
    let cast = Rc::new(Cast::new(&scenario).expect("a scenario in order"));
    let schedule = Schedule::parse(schedule, &cast).expect("a schedule in order");
    let mut player = Player::new(cast, script_host(), schedule);
    player.seek(usize::MAX);
    let mut told = Vec::new();
    for (step, events) in (1..).zip(player.timeline().iter().map(|step| &step.events)) {
        told.extend(events.iter().filter_map(|event| match event.kind {
            EventKind::Extended { .. } => Some((step, "extended")),
            EventKind::StillWaiting { .. } => Some((step, "waits")),
            EventKind::LostLock { .. } => Some((step, "lost")),
            EventKind::Violated(_) => Some((step, "two inside")),
            _ => None,
        }));
    }
    told
}

#[test]
fn a_watchdog_extends_by_the_clock_of_its_client() {
    let check = |schedule: &str, expected: &[(usize, &str)]| {
        assert_eq!(watched(&[("A", SHOP)], schedule), expected, "{schedule}");
    };
    check("v1: A +10000 A:watchdog", &[(3, "extended")]);
    check("v1: A A:jump-20001 +10000 A:watchdog", &[(4, "waits")]);
    check("v1: A A:jump-20001 +30001 A:watchdog", &[(4, "lost")]);
    check("v1: A A:jump+10000 A:watchdog", &[(3, "extended")]);
    check("v1: A A:jump+30000 A:watchdog", &[(3, "lost")]);
}

/// The one comes too late, the other gives up while its owner still works.
#[test]
fn a_watchdog_whose_clock_is_off_either_way_lets_two_inside() {
    let check = |schedule: &str, expected: &[(usize, &str)]| {
        let long = "acquire stock\nenter shelf\nwork 40s\nleave shelf";
        assert_eq!(watched(&[("A", long), ("B", long)], schedule), expected, "{schedule}");
    };
    check("v1: A A +10000 A:watchdog +20001 B B", &[(4, "extended"), (7, "waits")]);
    check("v1: A A A:jump-30001 +30001 B B", &[(6, "two inside")]);
    check("v1: A A A:jump+30001 A:watchdog +30001 B B", &[(4, "lost"), (7, "two inside")]);
}

#[test]
fn a_clock_that_jumps_without_end_stops_nobody() {
    let check = |jump: &str, expected: Option<Status>| {
        let far = format!("{jump} ").repeat(60);
        let player = played(Algorithm::Token, &[("A", SHOP)], &format!("v1: A {far}A +5000 A A"));
        assert_eq!(player.world().status(player.cast(), ClientIndex(0)), expected, "{jump}");
    };
    check("A:jump-31622400000", Some(Status::Finished));
    check("A:jump+31622400000", Some(Status::Finished));
}
