//! Every lesson's schedule, command by command, on a real Redis that has the
//! same virtual clock: each reply must be the one that the page shows.

use lockstep_engine::ScriptHost;
use lockstep_lesson::{Lesson, Variant, folder};
use lockstep_scenario::{EventKind, Player, STARTED_AT_MS, World};
use lockstep_tests::{RedisConnection, RedisServer, VirtualClock};
use std::path::Path;
use std::rc::Rc;

fn lessons() -> Vec<Lesson> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lessons");
    let lessons = folder::read_all(&root).unwrap_or_else(|error| panic!("{error}"));
    // What is replayed is the same in every language.
    lessons.into_iter().filter_map(|languages| languages.into_iter().next()).collect()
}

/// Replays a variant; answers how many commands it had, and what differs.
fn replay(lesson: &Lesson, variant: &Variant) -> (usize, Vec<String>) {
    let (cast, schedule) = variant.cast(&lesson.schedule).expect("a lesson in order");
    let mut player = Player::new(Rc::new(cast), Rc::new(ScriptHost::new()), schedule);
    player.seek(usize::MAX);
    let clock = VirtualClock::new(STARTED_AT_MS).expect("a clock");
    let mut server = RedisServer::start(clock).expect("a server");
    for command in World::setup_commands() {
        server.connect().and_then(|mut operator| operator.call(&command)).expect("an answer");
    }
    let clients = player.cast().clients.iter().map(|_| server.connect().expect("a server"));
    let mut clients: Vec<RedisConnection> = clients.collect();
    let (mut commands, mut differences) = (0, Vec::new());
    for (index, step) in player.timeline().iter().enumerate() {
        server.set_clock(step.to_ms).expect("a server that lives");
        for event in &step.events {
            let EventKind::Command { client, command, reply } = &event.kind else { continue };
            let real = clients[client.0].call(command).expect("an answer");
            commands += 1;
            if real != *reply {
                let (lesson, variant, step) = (&lesson.id, &variant.id, index + 1);
                differences.push(format!(
                    "{lesson}, {variant}, step {step}: {command}\n  page: {reply}\n  Redis: {real}"
                ));
            }
        }
    }
    (commands, differences)
}

#[test]
fn every_lesson_gets_the_same_replies_from_a_real_redis() {
    let mut compared = 0;
    let mut all = Vec::new();
    for lesson in lessons().iter().filter(|lesson| lesson.not_compared.is_none()) {
        for variant in &lesson.variants {
            let (commands, differences) = replay(lesson, variant);
            assert_ne!(commands, 0, "{}, {} sends no command", lesson.id, variant.id);
            compared += 1;
            all.extend(differences);
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
    assert_ne!(compared, 0, "there is no lesson to compare");
}
