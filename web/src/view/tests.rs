//! What is drawn of a lesson, step by step.

use super::*;
use lockstep_engine::ScriptHost;
use lockstep_scenario::{Cast, ClientIndex, LockIndex, Player, Schedule, Status};
use std::rc::Rc;

const A: ClientIndex = ClientIndex(0);
const B: ClientIndex = ClientIndex(1);

/// A and B want the same lock; `schedule` is played to its end.
fn play(algorithm: &str, schedule: &str) -> Player {
    let program = "acquire x\\nenter here\\nwork 400ms\\nleave here\\nrelease x";
    let scenario = format!(
        r#"{{ "locks": {{ "x": {{ "algorithm": "{algorithm}", "key": "lock:x", "ttl": "1s", "retry": "100ms" }} }},
             "clients": {{ "A": {{ "program": "{program}" }}, "B": {{ "program": "{program}" }} }} }}"#
    );
    let cast = Cast::new(&serde_json::from_str(&scenario).unwrap()).unwrap();
    let schedule = Schedule::parse(schedule, &cast).unwrap();
    let mut player = Player::new(Rc::new(cast), Rc::new(ScriptHost::new()), schedule);
    player.seek(usize::MAX);
    player
}

#[test]
fn lengths_of_time_are_shown_with_as_many_digits_as_they_take() {
    let check = |ms: i64, moment: &str, left: &str| {
        assert_eq!((super::moment(ms).as_str(), ttl(ms).as_str()), (moment, left));
    };
    check(0, "+0.0 s", "0.0 s");
    check(5000, "+5.0 s", "5.0 s");
    check(30_001, "+30.001 s", "30.0 s");
    check(24_950, "+24.950 s", "25.0 s");
    check(49, "+0.049 s", "0.0 s");
}

#[test]
fn parts_are_shown_in_percent() {
    let check =
        |left: i64, whole: i64, text: &str| assert_eq!(Part::of(left, whole).to_string(), text);
    check(1, 2, "50.00%");
    check(5, 6, "83.33%");
    check(7, 6, "100.00%");
    check(-1, 6, "0.00%");
    check(1, 0, "0.00%");
    check(i64::MAX, i64::MAX, "100.00%");
}

#[test]
fn a_row_shows_the_command_and_the_answer() {
    let rows = rows(&play("token", "v1: A B A +400 A A"));
    let check = |step: usize, command: Option<&str>, reply: Option<&str>| {
        let row = &rows[step - 1];
        assert_eq!(row.step, step);
        assert_eq!(row.command.as_ref().map(Shown::line).as_deref(), command);
        assert_eq!(row.reply.as_deref(), reply);
    };
    check(1, Some("SET lock:x A-1 NX PX 1000"), Some("OK"));
    check(2, Some("SET lock:x B-1 NX PX 1000"), Some("(nil)"));
    check(3, None, None);
    check(4, None, None);
    assert_eq!(rows[3].mover, Mover::Time { by_ms: 400 });
    assert_eq!((rows[3].at_ms, rows[4].at_ms), (400, 400));
}

#[test]
fn a_script_goes_by_its_name_and_can_be_read() {
    let rows = rows(&play("token", "v1: A A A +400 A A"));
    let release = rows[5].command.as_ref().expect("the release is a command");
    assert_eq!(release.line(), "EVALSHA release.lua 1 lock:x A-1");
    assert!(
        release.script.is_some_and(|script| script.body.contains("redis.call('DEL', KEYS[1])"))
    );
    assert_eq!(rows[5].reply.as_deref(), Some("(integer) 1"));
}

#[test]
fn a_bar_shows_how_the_time_to_live_runs_out() {
    let rows = rows(&play("token", "v1: A +250 +751 B"));
    let held = |owner, ttl_ms, left, whole| {
        let left = Part::of(left, whole);
        Some(Held { owner: Some(owner), ttl_ms: Some(ttl_ms), left })
    };
    let check = |step: usize, before, after, ended: Option<Part>| {
        let lock = LockIndex(0);
        assert_eq!(rows[step - 1].bars, [Bar { lock, before, after, ended }], "{step}");
    };
    check(1, None, held(A, 1000, 1, 1), None);
    check(2, held(A, 1000, 1, 1), held(A, 750, 3, 4), None);
    // The key is gone one millisecond after its deadline, the end of the step.
    check(3, held(A, 750, 3, 4), None, Some(Part::WHOLE));
    check(4, None, held(B, 1000, 1, 1), None);
}

#[test]
fn a_lane_shows_who_is_inside_busy_waiting_or_standing_still() {
    let rows = rows(&play("token", "v1: A A B A +50 +600"));
    let check = |step: usize, client: ClientIndex, inside: bool, expected: fn(Status) -> bool| {
        let LaneState { status, inside: is_inside } = rows[step - 1].lanes[client.0].after;
        assert_eq!(is_inside, inside, "{step}");
        assert!(expected(status), "{step}: {status:?}");
    };
    check(1, A, false, |status| status == Status::Ready);
    check(1, B, false, |status| status == Status::NotStarted);
    check(2, A, true, |status| status == Status::Ready);
    check(3, B, false, |status| matches!(status, Status::WaitingForLock { .. }));
    check(4, A, true, |status| matches!(status, Status::Working { .. }));
    check(5, A, true, |status| matches!(status, Status::Working { .. }));
    check(6, A, true, |status| matches!(status, Status::Paused { .. }));
    check(6, B, false, |status| matches!(status, Status::Paused { .. }));
    assert!(!rows[1].lanes[0].before.inside);
}

#[test]
fn the_cards_show_the_end_of_what_was_played() {
    let player = play("naive", "v1: A A A +400");
    let cards = clients(&player);
    let lines = cards[0].lines.iter().map(|line| (line.text.as_str(), line.place));
    let (done, next, ahead) = (Place::Done, Place::Next, Place::Ahead);
    let expected = [
        ("acquire x", done),
        ("enter here", done),
        ("work 400ms", done),
        ("leave here", next),
        ("release x", ahead),
    ];
    assert_eq!(lines.collect::<Vec<_>>(), expected);
    assert_eq!(cards[0].next_line(), Some("leave here"));
    assert_eq!(cards[0].inside, ["here"]);
    // Valid for the time to live less the allowance for drift.
    assert_eq!(cards[0].relies_on, [(LockIndex(0), 988)]);
    let sends = cards[1].lines.iter().map(|line| line.command.as_ref().map(Shown::line));
    let sends: Vec<_> = sends.flatten().collect();
    assert_eq!(sends, ["SET lock:x B-1 NX EX 1", "DEL lock:x"]);
    let key = NodeKey {
        key: "lock:x".to_owned(),
        value: "\"A-1\"".to_owned(),
        ttl_ms: Some(600),
        left: Part::of(6, 10),
        owner: Some(A),
    };
    assert_eq!(node(&player), NodeCard { now_ms: 400, keys: vec![key] });
}

#[test]
fn a_lamp_goes_out_where_its_property_is_violated() {
    let player = play("naive", "v1: A A A +1001 B B A A");
    let lit = lamps(&player);
    let steps = |lamp: &Lamp| lamp.violations.iter().map(|(step, _)| *step).collect::<Vec<_>>();
    assert_eq!(lit.iter().map(steps).collect::<Vec<_>>(), [vec![6], vec![8], vec![]]);
    let violated: Vec<_> =
        rows(&player).iter().filter(|row| row.is_violated()).map(|r| r.step).collect();
    assert_eq!(violated, [6, 8]);
}
