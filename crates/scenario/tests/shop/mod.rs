//! A shop in which clients take a lock, and a way through it.
#![allow(dead_code, reason = "each test takes what it needs")]

use lockstep_lock::Algorithm;
use lockstep_scenario::{
    Cast, ClientSpec, LockSpec, Player, Property, Scenario, Schedule, script_host,
};
use std::collections::BTreeMap;
use std::rc::Rc;

pub(crate) const SHOP: &str = "acquire stock\nenter shelf\nwork 5s\nleave shelf\nrelease stock";

pub(crate) fn scenario(algorithm: Algorithm, programs: &[(&str, &str)]) -> Scenario {
    let span = |text: &str| text.parse().expect("a length of time");
    let stock = LockSpec::new(algorithm, "lock:stock", span("30s"));
    let stock = LockSpec { retry: Some(span("1s")), ..stock };
    let client = |&(name, program): &(&str, &str)| {
        (name.to_owned(), ClientSpec { program: program.to_owned(), like: None })
    };
    Scenario {
        locks: BTreeMap::from([("stock".to_owned(), stock)]),
        clients: programs.iter().map(client).collect(),
        properties: Property::all(),
        ..Scenario::default()
    }
}

pub(crate) fn player(algorithm: Algorithm, programs: &[(&str, &str)], schedule: &str) -> Player {
    let cast = Cast::new(&scenario(algorithm, programs)).expect("a scenario in order");
    let schedule = Schedule::parse(schedule, &cast).expect("a schedule in order");
    Player::new(Rc::new(cast), script_host(), schedule)
}

pub(crate) fn played(algorithm: Algorithm, programs: &[(&str, &str)], schedule: &str) -> Player {
    let mut player = player(algorithm, programs, schedule);
    player.seek(usize::MAX);
    player
}
