//! What becomes of a client's step where something is special about it.

mod shop;

use lockstep_lock::Algorithm;
use lockstep_scenario::{
    Cast, ClientIndex, EventKind, Player, Scenario, Schedule, Server, script_host,
};
use shop::{SHOP, played, scenario};
use std::rc::Rc;

#[test]
fn what_is_not_possible_shows_as_still_waiting_and_changes_nothing() {
    let player = played(Algorithm::Token, &[("A", SHOP), ("B", SHOP)], "v1: A B B");
    let last = &player.timeline()[2];
    assert_eq!(last.events[0].kind, EventKind::StillWaiting { client: ClientIndex(1) });
    assert_eq!(player.world_at(2), player.world_at(3));
}

#[test]
fn whoever_has_come_to_its_end_is_not_waiting() {
    for choice in ["A", "A:crash", "A:watchdog", "A:jump-5"] {
        let player = played(Algorithm::Token, &[("A", "think")], &format!("v1: A {choice}"));
        let last = &player.timeline()[1];
        assert_eq!(last.events[0].kind, EventKind::AtItsEnd { client: ClientIndex(0) });
    }
}

#[test]
fn an_owner_gives_a_reentrant_lock_back_as_often_as_it_took_it() {
    let twice = "acquire stock\nacquire stock\nrelease stock\nrelease stock";
    let player = played(Algorithm::Reentrant, &[("A", twice)], "v1: A A A A");
    let outcomes = player.timeline().iter().flat_map(|step| &step.events);
    let released = outcomes.filter_map(|event| match &event.kind {
        EventKind::Released { outcome, .. } => Some(format!("{outcome:?}")),
        EventKind::NothingHeld { .. } => Some("nothing held".to_owned()),
        _ => None,
    });
    let released: Vec<_> = released.collect();
    assert_eq!(released, ["StillHeld { holds: 1 }", "Released"]);
    assert_eq!(player.world().keys().count(), 0);
}

#[test]
fn a_newer_server_is_asked_by_the_commands_that_it_has() {
    let check = |server: Server, release: &str| {
        let scenario = Scenario { server, ..scenario(Algorithm::Token, &[("A", SHOP)]) };
        let cast = Rc::new(Cast::new(&scenario).expect("a scenario in order"));
        let schedule = Schedule::parse("v1: A A +5000 A A", &cast).expect("a schedule in order");
        let mut player = Player::new(cast, script_host(), schedule);
        player.seek(usize::MAX);
        let events = player.timeline().last().expect("steps").events.iter();
        let told = events.filter_map(|event| match &event.kind {
            EventKind::Command { command, reply: Some(reply), .. } => {
                Some(format!("{command} {reply}"))
            }
            _ => None,
        });
        let told: Vec<_> = told.collect();
        assert_eq!(told, [release]);
    };
    check(Server::Redis8_4, "DELEX lock:stock IFEQ A-1 (integer) 1");
    check(Server::Valkey9, "DELIFEQ lock:stock A-1 (integer) 1");
}
