//! Every lesson's schedule, command by command, on a real Redis that has the
//! same virtual clock: each reply must be the one that the page shows.

use crate::on_redis;
use lockstep_lesson::{Lesson, Variant, folder};
use lockstep_scenario::{Player, script_host};
use std::path::Path;
use std::rc::Rc;

fn lessons() -> Vec<Lesson> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lessons");
    let lessons = folder::read_all(&root).unwrap_or_else(|error| panic!("{error}"));
    // What is replayed is the same in every language.
    lessons.lessons.into_iter().filter_map(|languages| languages.into_iter().next()).collect()
}

/// Replays a variant; answers how many commands it had, and what differs.
fn replay(lesson: &Lesson, variant: &Variant) -> (usize, Vec<String>) {
    let (cast, schedule) = variant.cast().expect("a lesson in order");
    let mut player = Player::new(Rc::new(cast), script_host(), schedule);
    player.seek(usize::MAX);
    let (lesson, variant) = (&lesson.id, &variant.id);
    let replayed = on_redis::replay(&player);
    let replayed = replayed.unwrap_or_else(|why| panic!("{lesson}, {variant}, {why}"));
    let told = |difference| format!("{lesson}, {variant}, {difference}");
    (replayed.compared, replayed.differences.into_iter().map(told).collect())
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
