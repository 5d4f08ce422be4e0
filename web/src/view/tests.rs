//! What is drawn of a lesson, step by step.

use super::*;
use crate::texts;
use lockstep_lesson::Lang;
use lockstep_scenario::{
    Cast, ClientIndex, LockIndex, NodeEvent, Player, ResourceIndex, Schedule, Status, Unanswered,
    script_host,
};
use std::rc::Rc;

const A: ClientIndex = ClientIndex(0);
const B: ClientIndex = ClientIndex(1);

const SHOP: &str = "acquire x\\nenter here\\nwork 400ms\\nleave here\\nrelease x";

/// A and B want the same lock; `schedule` is played to its end.
fn play(algorithm: &str, schedule: &str) -> Player {
    let lock = format!(r#""algorithm": "{algorithm}", "retry": "100ms""#);
    play_on("{}", &lock, SHOP, schedule)
}

/// The same with something about the scenario, the lock and the program.
fn play_on(scenario: &str, lock: &str, program: &str, schedule: &str) -> Player {
    let mut scenario: serde_json::Value = serde_json::from_str(scenario).unwrap();
    let lock = format!(r#"{{ "key": "lock:x", "ttl": "1s", {lock} }}"#);
    let lock: serde_json::Value = serde_json::from_str(&lock).unwrap();
    let program = program.replace("\\n", "\n");
    scenario["locks"] = serde_json::json!({ "x": lock });
    scenario["clients"] =
        serde_json::json!({ "A": { "program": program }, "B": { "program": program } });
    let cast = Cast::new(&serde_json::from_value(scenario).unwrap()).unwrap();
    let schedule = Schedule::parse(schedule, &cast).unwrap();
    let mut player = Player::new(Rc::new(cast), script_host(), schedule);
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
    let rows = rows(&play("token", "v1: A B A +400 A A:reply-lost"));
    let check = |step: usize, sent: Option<(&str, Answer)>| {
        let row = &rows[step - 1];
        assert_eq!(row.step, step);
        let shown = row.sent.as_ref().map(|sent| (sent.command.line(), sent.answer.clone()));
        assert_eq!(shown, sent.map(|(command, answer)| (command.to_owned(), answer)));
    };
    let reply = |text: &str| Answer::Reply(text.to_owned());
    check(1, Some(("SET lock:x A-1 NX PX 1000", reply("OK"))));
    check(2, Some(("SET lock:x B-1 NX PX 1000", reply("(nil)"))));
    check(3, None);
    check(4, None);
    let lost = Answer::None(Unanswered::ReplyLost);
    check(6, Some(("EVALSHA release.lua 1 lock:x A-1 \"\"", lost)));
    assert_eq!(rows[3].mover, Mover::Time { by_ms: 400 });
    assert_eq!((rows[3].at_ms, rows[4].at_ms), (400, 400));
}

#[test]
fn a_script_goes_by_its_name_and_can_be_read() {
    let rows = rows(&play("token", "v1: A A +400 A A"));
    let release = rows[4].sent.as_ref().expect("the release is a command");
    assert_eq!(release.command.line(), "EVALSHA release.lua 1 lock:x A-1 \"\"");
    let body = release.command.script.map(|script| script.body).unwrap_or_default();
    assert!(body.contains("redis.call('DEL', KEYS[1])"));
    assert_eq!(release.answer, Answer::Reply("(integer) 1".to_owned()));
}

#[test]
fn a_bar_shows_how_the_time_to_live_runs_out() {
    let rows = rows(&play("token", "v1: A +250 +751 B"));
    let held = |owner, ttl_ms, left, whole| {
        let left = Part::of(left, whole);
        Some(Held { owner: Some(owner), ttl_ms: Some(ttl_ms), left })
    };
    let check = |step: usize, before, after, ended: Option<Part>| {
        let (lock, node) = (LockIndex(0), NodeIndex(0));
        assert_eq!(rows[step - 1].bars, [Bar { lock, node, before, after, ended }], "{step}");
    };
    check(1, None, held(A, 1000, 1, 1), None);
    check(2, held(A, 1000, 1, 1), held(A, 750, 3, 4), None);
    // The key is gone one millisecond after its deadline, the end of the step.
    check(3, held(A, 750, 3, 4), None, Some(Part::WHOLE));
    check(4, None, held(B, 1000, 1, 1), None);
}

#[test]
fn a_lane_shows_who_is_inside_busy_waiting_or_standing_still() {
    let rows = rows(&play("token", "v1: A A B +50 +600"));
    let check = |step: usize, client: ClientIndex, inside: bool, expected: fn(Status) -> bool| {
        let LaneState { status, inside: is_inside } = rows[step - 1].lanes[client.0].after;
        assert_eq!(is_inside, inside, "{step}");
        assert!(expected(status), "{step}: {status:?}");
    };
    check(1, A, false, |status| status == Status::Ready);
    check(1, B, false, |status| status == Status::NotStarted);
    check(2, A, true, |status| matches!(status, Status::Working { .. }));
    check(3, B, false, |status| matches!(status, Status::WaitingForLock { .. }));
    check(4, A, true, |status| matches!(status, Status::Working { .. }));
    check(5, A, true, |status| matches!(status, Status::Paused { .. }));
    check(5, B, false, |status| matches!(status, Status::Paused { .. }));
    assert!(!rows[1].lanes[0].before.inside);
}

#[test]
fn a_client_relies_on_a_lock_for_as_long_as_its_own_clock_says() {
    let check = |schedule: &str, until_ms: i64| {
        let cards = clients(&play("naive", schedule));
        let until_ms = Some(until_ms);
        assert_eq!(cards[0].relies_on.first().map(|r| r.until_ms), Some(until_ms), "{schedule}");
    };
    check("v1: A", 988);
    check("v1: A A:jump-400", 1388);
    check("v1: A A:jump+400", 588);
    check("v1: A:jump-400 A", 988);
}

#[test]
fn a_clock_of_a_client_that_jumps_is_told_in_every_language() {
    let check = |jump: &str, lang: Lang, step: &str, card: &str| {
        let player = play("naive", &format!("v1: A {jump}"));
        let row = rows(&player).pop().expect("a row");
        let told = texts::announcement(lang, player.cast(), &row, 2);
        assert!(told.ends_with(step), "{told}");
        assert_eq!(texts::clock(lang, clients(&player)[0].ahead_ms).as_deref(), Some(card));
    };
    check(
        "A:jump-400",
        Lang::En,
        "A has a clock that falls behind by 0.4 s.",
        "clock behind by 0.4 s",
    );
    check("A:jump-400", Lang::Zh, "A 时钟落后了 0.4 s.", "时钟慢了 0.4 s");
    check(
        "A:jump+400",
        Lang::En,
        "A has a clock that jumps ahead by 0.4 s.",
        "clock ahead by 0.4 s",
    );
    check("A:jump+400", Lang::Zh, "A 时钟跳快了 0.4 s.", "时钟快了 0.4 s");
    assert_eq!(texts::clock(Lang::En, clients(&play("naive", "v1: A"))[0].ahead_ms), None);
}

#[test]
fn the_cards_show_the_end_of_what_was_played() {
    let player = play("naive", "v1: A A +400");
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
    let (lock, until_ms) = (LockIndex(0), Some(988));
    assert_eq!(cards[0].relies_on, [Reliance { lock, until_ms, fencing_token: None }]);
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
    let (name, cut, lags) = (None, Vec::new(), Vec::new());
    let card = NodeCard { name, is_down: false, cut, ahead_ms: 0, lags, keys: vec![key] };
    assert_eq!((now_ms(&player), nodes(&player)), (400, vec![card]));
}

#[test]
fn a_client_stands_at_the_work_that_it_is_busy_with_and_beside_what_it_left_out() {
    let check = |program: &str, schedule: &str, expected: &str| {
        let player = play_on("{}", r#""algorithm": "token""#, program, schedule);
        let cards = clients(&player);
        let places = cards[0].lines.iter().map(|line| match line.place {
            Place::Done => 'x',
            Place::Next => '>',
            Place::Ahead => '.',
        });
        assert_eq!(places.collect::<String>(), expected, "{program:?} {schedule}");
    };
    check(SHOP, "v1: A", "x>...");
    check(SHOP, "v1: A A", "xx>..");
    check(SHOP, "v1: A A +400", "xxx>.");
    check(SHOP, "v1: A A +400 A A", "xxxxx");
    let tries = "try x\\nif done\\n  enter here\\n  leave here\\nGET x";
    check(tries, "v1: A", "xx>..");
    check(tries, "v1: B A", "xx..>");
    let retries = "try x\\nif not done\\n  GET x\\n  retry\\nGET x";
    check(retries, "v1: B A", "xx>..");
    check(retries, "v1: B A A", ">....");
    let works = "try x\\nif done\\n  work 1s\\nGET x";
    check(works, "v1: A", "xx>.");
    check(works, "v1: B A", "xx.>");
}

#[test]
fn every_node_has_a_card_and_a_bar() {
    let five = r#"{ "nodes": { "independent": 3 } }"#;
    let lock = r#""algorithm": "redlock""#;
    let schedule = "v1: n2:down A A A n1:jump+1001 n3:cut-B B B";
    let player = play_on(five, lock, "acquire x", schedule);
    let cards = nodes(&player);
    let names = cards.iter().filter_map(|card| card.name.as_deref());
    assert_eq!(names.collect::<Vec<_>>(), ["n1", "n2", "n3"]);
    assert_eq!(cards.iter().map(|card| card.is_down).collect::<Vec<_>>(), [false, true, false]);
    assert_eq!((cards[0].ahead_ms, &*cards[2].cut), (1001, &[B][..]));
    let rows = rows(&player);
    let owners = |step: usize| {
        let bars = rows[step - 1].bars.iter();
        bars.map(|bar| bar.after.and_then(|held| held.owner)).collect::<Vec<_>>()
    };
    assert_eq!(owners(4), [Some(A), None, Some(A)]);
    // Its clock took the key away.
    assert_eq!(owners(5), [None, None, Some(A)]);
    assert_eq!(owners(7), [Some(B), None, Some(A)]);
    assert!(rows[2].is_lost() && !rows[1].is_lost());
    assert_eq!(rows[4].mover, Mover::Node(NodeIndex(0), NodeEvent::Jump { by_ms: 1001 }));
    // On a clock that is ahead a lock lives as long as on any other.
    assert_eq!(cards[0].keys[0].ttl_ms, Some(1000));
    assert_eq!(cards[0].keys[0].left, Part::WHOLE);
}

#[test]
fn replicas_and_what_the_lock_protects_stand_beside_the_keys() {
    let scenario = r#"{ "nodes": { "replicas": 2 }, "resources": {
        "stock": { "row": { "value": 5, "min": 0 } }, "orders": { "table": {} },
        "jobs": { "queue": { "jobs": 2 } } } }"#;
    let lock = r#""algorithm": "token", "fenced": true"#;
    let program = "acquire x\\nread stock\\nwrite stock = stock - 1\\ninsert orders o1\\ntake jobs";
    let player = play_on(scenario, lock, program, "v1: A A redis:replica1 A A A");
    assert!(nodes(&player)[0].lags[0] < nodes(&player)[0].lags[1]);
    let cards = resources(&player);
    let told = cards.iter().map(|card| texts::resource(Lang::En, &card.holds));
    assert_eq!(told.collect::<Vec<_>>(), ["1 job left", "o1", "4"]);
    assert_eq!(cards.iter().map(|card| card.fenced).collect::<Vec<_>>(), [false, false, true]);
    let card = &clients(&player)[0];
    assert_eq!(card.read, [(ResourceIndex(2), 4)]);
    assert_eq!(card.relies_on[0].fencing_token, Some(1));
}

#[test]
fn a_lamp_goes_out_where_its_property_is_violated() {
    let player = play("naive", "v1: A A +1001 B B A A");
    let lit = lamps(&player);
    let steps = |lamp: &Lamp| lamp.violations.iter().map(|(step, _)| *step).collect::<Vec<_>>();
    assert_eq!(lit.iter().map(steps).collect::<Vec<_>>(), [vec![5], vec![7], vec![]]);
    let violated: Vec<_> =
        rows(&player).iter().filter(|row| row.is_violated()).map(|r| r.step).collect();
    assert_eq!(violated, [5, 7]);
}
