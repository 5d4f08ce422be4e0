//! Lessons that do not do what they say.
#![cfg(feature = "host")]

mod example;

use example::{MANIFEST, SCENARIO, lesson_with, read};
use lockstep_lesson::prove;

/// What is not so in a lesson in which `from` is `to` in one file.
fn check_flaws(file: &str, from: &str, to: &str, expected: &[&str]) {
    let usual = if file == "lesson.toml" { MANIFEST } else { SCENARIO };
    let (_root, folder) = lesson_with(file, &usual.replace(from, to));
    let lessons = read(&folder).expect("a lesson in order");
    let flaws = prove(&lessons[0]).expect_err("a lesson that is not proved");
    let flaws: Vec<_> = flaws.iter().map(ToString::to_string).collect();
    assert_eq!(flaws, expected);
}

#[test]
fn a_lesson_that_does_not_do_what_it_says_is_not_proved() {
    let check = check_flaws;
    let overlap = "A and B are inside shelf at the same time.";
    check(
        "lesson.toml",
        "step = 4",
        "step = 3",
        &[
            &format!("variant broken violates mutual_exclusion after step 4: {overlap}"),
            "variant broken should violate mutual_exclusion after step 3, and does not",
        ],
    );
    check(
        "lesson.toml",
        "A B A B",
        "A B A B A",
        &[
            "variant broken, step 5: nothing is told there",
            "variant broken, step 5: A cannot go on there; in the variant for which the schedule \
             was made every step must be possible",
        ],
    );
    check(
        "lesson.toml",
        "v1: A B A B",
        "v1: A A B",
        &[
            &format!("variant broken violates mutual_exclusion after step 4: {overlap}"),
            "variant broken should violate mutual_exclusion after step 4, and does not",
            "prediction who: the right answer says B enters, and what happens is nobody enters",
            "a text is keyed to step 4, but the longest variant has 3 steps",
            "claim never is keyed to step 4, but variant broken has 3 steps",
            "question who is keyed to step 4, but variant broken has 3 steps",
        ][1..],
    );
    check(
        "broken.toml",
        "GET stock",
        "think",
        &[
            "variant broken: costs.commands says 2, and it is 0",
            "variant broken sends no command, so nothing of it can be compared with a real Redis; \
             let it send one, or say why in `not_compared`",
        ],
    );
    check(
        "broken.toml",
        "GET stock",
        "GET stock stock",
        &[
            "variant broken, step 1: the server answers with an error, which `errors` does \
             not name: ERR wrong number of arguments for 'get' command",
            "variant broken, step 2: the server answers with an error, which `errors` does \
             not name: ERR wrong number of arguments for 'get' command",
        ],
    );
}

#[test]
fn what_it_says_of_costs_answers_and_challenge_is_proved_too() {
    let check = check_flaws;
    check(
        "lesson.toml",
        "violates =",
        "errors = [2]\nviolates =",
        &["variant broken, step 2: `errors` names it, and the server answers with none"],
    );
    check(
        "lesson.toml",
        "breaks = [\"mutual_exclusion\"]",
        "breaks = [\"in_bounds\"]",
        &[
            "variant broken breaks mutual_exclusion on some way, which `breaks` does not name: \
             v1: A A B B",
            "variant broken: `breaks` names in_bounds, and no way breaks it",
        ],
    );
    check(
        "lesson.toml",
        "{ commands = 2, waited_ms = { A = 0 }, lasted_ms = 0 }",
        "{ commands = 3, waited_ms = { A = 1 }, lasted_ms = 2 }",
        &[
            "variant broken: costs.commands says 3, and it is 2",
            "variant broken: costs.lasted_ms says 2, and it is 0",
            "variant broken: costs.waited_ms.A says 1, and it is 0",
        ],
    );
    check(
        "lesson.toml",
        "{ enters = \"B\" }",
        "\"harmless\"",
        &["prediction who: the right answer says nothing is violated, and what happens is \
           mutual_exclusion is violated"],
    );
    check(
        "lesson.toml",
        "v1: A A B B",
        "v1: A B A B +1",
        &["challenge: the solution is not the shortest; this is shorter: v1: A A B B"],
    );
    check(
        "lesson.toml",
        "v1: A A B B",
        "v1: A A B",
        &["challenge: the solution does not violate mutual_exclusion (it took no fault)"],
    );
}
