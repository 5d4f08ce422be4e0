//! Races, step by step.

mod shop;

use lockstep_lock::Algorithm;
use lockstep_scenario::{
    Cast, Choice, ClientIndex, EventKind, Faults, Player, Scenario, Schedule, Status, World,
    script_host,
};
use shop::{SHOP, played, player, scenario};
use std::rc::Rc;

const WRONG_DELETE: &str = "v1: A A +5000 A +25001 B B C A +1000 C C";

/// The violations, each with its step counted from 1.
fn violations(player: &Player) -> Vec<(usize, String)> {
    let mut told = Vec::new();
    for (index, step) in player.timeline().iter().enumerate() {
        for event in &step.events {
            if let EventKind::Violated(violation) = &event.kind {
                told.push((index + 1, violation.sentence(player.cast())));
            }
        }
    }
    told
}

/// The replies of the server, each with its client's name.
fn replies(player: &Player) -> Vec<String> {
    let events = player.timeline().iter().flat_map(|step| &step.events);
    let replies = events.filter_map(|event| match &event.kind {
        EventKind::Command { client, reply: Some(reply), .. } => {
            Some(format!("{}: {reply}", player.cast().name(*client)))
        }
        _ => None,
    });
    replies.collect()
}

#[test]
fn a_delete_by_a_late_owner_lets_two_inside() {
    let check = |algorithm, expected_replies: &[&str], expected: &[(usize, &str)]| {
        let programs = [("A", SHOP), ("B", SHOP), ("C", SHOP)];
        let player = played(algorithm, &programs, WRONG_DELETE);
        assert_eq!(replies(&player), expected_replies);
        let expected: Vec<_> = expected.iter().map(|(s, t)| (*s, (*t).to_owned())).collect();
        assert_eq!(violations(&player), expected);
    };
    check(
        Algorithm::Naive,
        &["A: OK", "B: OK", "C: (nil)", "A: (integer) 1", "C: OK"],
        &[
            (9, "A deleted lock:stock, which B holds."),
            (12, "B and C are inside shelf at the same time."),
        ],
    );
    check(Algorithm::Token, &["A: OK", "B: OK", "C: (nil)", "A: (integer) 0", "C: (nil)"], &[]);
}

#[test]
fn an_owner_that_is_inside_when_its_time_runs_out_is_not_alone() {
    let programs = [("A", "acquire stock\nenter shelf\nleave shelf\nrelease stock"), ("B", SHOP)];
    let player = played(Algorithm::Token, &programs, "v1: A A +30001 B B A A");
    let expected = (5, "A and B are inside shelf at the same time.".to_owned());
    assert_eq!(violations(&player), [expected]);
}

#[test]
fn a_lock_without_expiry_outlives_its_owner() {
    let check = |program: &str, schedule: &str, expected: &[usize]| {
        let player = played(Algorithm::Naive, &[("A", program), ("B", SHOP)], schedule);
        let steps: Vec<_> = violations(&player).into_iter().map(|(step, _)| step).collect();
        assert_eq!(steps, expected, "{program}");
    };
    check("SETNX lock:stock A\nstop\nEXPIRE lock:stock 30", "v1: A B", &[1]);
    check("SETNX lock:stock A\nEXPIRE lock:stock 30", "v1: A A B", &[]);
    check("SET lock:stock A EX 30\nPERSIST lock:stock", "v1: A A B", &[2]);
    // Somebody else's end is no reason to complain.
    check("SETNX lock:stock A\nGET x\nGET x", "v1: A B A", &[]);
}

#[test]
fn a_lock_can_be_deleted_without_naming_it() {
    let check = |program: &str, expected: &[usize]| {
        let player = played(Algorithm::Token, &[("A", SHOP), ("B", program)], "v1: A B B");
        let steps: Vec<_> = violations(&player).into_iter().map(|(step, _)| step).collect();
        assert_eq!(steps, expected, "{program}");
    };
    check("FLUSHALL", &[2]);
    check("DEL lock:stock", &[2]);
    check("EXPIREAT lock:stock 1", &[2]);
    check("EVAL \"return redis.call('DEL', 'lock:stock')\" 0", &[2]);
    check("SET lock:stock mine\nDEL lock:stock", &[]);
}

#[test]
fn a_client_that_lets_time_pass_is_paused_and_the_timeline_says_so() {
    let schedule = "v1: A A +7000 A";
    let player = played(Algorithm::Token, &[("A", SHOP), ("B", SHOP)], schedule);
    let paused = player.timeline().iter().flat_map(|step| &step.events).find_map(|event| {
        let EventKind::Paused { client, since_ms } = event.kind else { return None };
        Some((client, event.at_ms - since_ms))
    });
    // It worked for five of the seven seconds.
    assert_eq!(paused, Some((ClientIndex(0), 2000)));
    let before = player.world_at(3).expect("played");
    let status = |client| before.status(player.cast(), ClientIndex(client));
    assert!(matches!(status(0), Some(Status::Paused { .. })));
    assert_eq!(status(1), Some(Status::NotStarted));
}

#[test]
fn seeking_back_and_forth_finds_the_same_worlds() {
    let programs = [("A", SHOP), ("B", SHOP), ("C", SHOP)];
    let mut player = player(Algorithm::Naive, &programs, WRONG_DELETE);
    let mut forwards = vec![player.world().clone()];
    while player.step() {
        forwards.push(player.world().clone());
    }
    assert_eq!(forwards.len(), player.len() + 1);
    for at in (0..forwards.len()).rev() {
        assert_eq!(player.world(), &forwards[at], "after {at} steps");
        assert_eq!(player.back(), at > 0);
    }
    let again = played(Algorithm::Naive, &programs, WRONG_DELETE);
    assert_eq!(again.world(), &forwards[forwards.len() - 1]);
}

#[test]
fn a_fork_forgets_what_lay_ahead() {
    let programs = [("A", SHOP), ("B", SHOP), ("C", SHOP)];
    let mut player = player(Algorithm::Naive, &programs, WRONG_DELETE);
    player.seek(10);
    player.fork(Choice::Client(ClientIndex(2)));
    assert_eq!((player.at(), player.len(), player.forked_at()), (11, 11, Some(10)));
    player.seek(3);
    player.fork(Choice::Time { by_ms: 1 });
    let schedule = player.schedule();
    assert_eq!(schedule.display(player.cast()).to_string(), "v1: A A +5000 +1");
    assert_eq!(player.forked_at(), Some(3));
}

#[test]
fn choices_are_the_ready_clients_and_the_next_event() {
    let mut player = player(Algorithm::Token, &[("A", SHOP), ("B", SHOP)], "v1: A A B +1000");
    let check = |player: &Player, clients: &[usize], by_ms: Option<u64>| {
        let clients = clients.iter().map(|&c| Choice::Client(ClientIndex(c)));
        let time = by_ms.map(|by_ms| Choice::Time { by_ms });
        let expected: Vec<_> = clients.chain(time).collect();
        assert_eq!(player.world().choices(player.cast()), expected, "after {} steps", player.at());
    };
    check(&player, &[0, 1], None);
    player.step();
    check(&player, &[0, 1], Some(30_001));
    player.seek(2);
    check(&player, &[1], Some(5000));
    player.seek(3);
    check(&player, &[], Some(1000));
    player.seek(4);
    check(&player, &[1], Some(4000));
}

#[test]
fn schedules_print_and_read_back() {
    let cast = Cast::new(&scenario(Algorithm::Token, &[("A", SHOP), ("B", SHOP)])).unwrap();
    let check = |text: &str, message: &str| {
        let error = Schedule::parse(text, &cast).unwrap_err();
        assert_eq!(error.to_string(), message);
    };
    let text = "v1: A B +30001 A A:watchdog B:crash A:request-lost A:reply-lost \
                A:jump-30000 A:jump+30000 redis:down redis:up redis:restart redis:jump+5 redis:cut-A redis:join-A";
    assert_eq!(Schedule::parse(text, &cast).unwrap().display(&cast).to_string(), text);
    check("A B", "a schedule begins with its version, `v1:`; found `A`");
    check("", "a schedule begins with its version, `v1:`; found ``");
    let choice = "expected one of A, B, +MILLISECONDS from +1 on, or one of these or \
                  redis with what happens to it, such as `A:crash`";
    check("v1: A D", &format!("choice 2, `D`: {choice}"));
    check("v1: A:sleep", &format!("choice 1, `A:sleep`: {choice}"));
    check("v1: A:jump", &format!("choice 1, `A:jump`: {choice}"));
    check("v1: A:jump30000", &format!("choice 1, `A:jump30000`: {choice}"));
    check("v1: A:jump-0", &format!("choice 1, `A:jump-0`: {choice}"));
    check("v1: A:jump+-5", &format!("choice 1, `A:jump+-5`: {choice}"));
    check("v1: A:jump-99999999999", &format!("choice 1, `A:jump-99999999999`: {choice}"));
    check("v1: redis:jump-5", &format!("choice 1, `redis:jump-5`: {choice}"));
    check("v1: redis:replica1", &format!("choice 1, `redis:replica1`: {choice}"));
    check("v1: +0", &format!("choice 1, `+0`: {choice}"));
    check("v1: ++5", &format!("choice 1, `++5`: {choice}"));
    check("v1: +99999999999999999999", &format!("choice 1, `+99999999999999999999`: {choice}"));
}

#[test]
fn a_scenario_out_of_order_says_what_to_mend() {
    let check = |scenario: &Scenario, message: &str| {
        assert_eq!(Cast::new(scenario).unwrap_err().to_string(), message);
    };
    check(&scenario(Algorithm::Token, &[]), "a scenario needs at least one client");
    check(
        &scenario(Algorithm::Token, &[("A", "acquire shop")]),
        "program of client A, line 1: there is no lock `shop`; the scenario has stock",
    );
    check(
        &scenario(Algorithm::Token, &[("A", "get x")]),
        "program of client A, line 1, column 1: `get` is no word of the language; expected \
         acquire, try, extend, release, enter, leave, work, think, read, write, insert, take, if, \
         retry, stop, or a Redis command in capitals",
    );
    check(
        &scenario(Algorithm::Token, &[("+5", SHOP)]),
        "`+5` cannot name a client: schedules are written with the names, so take letters and \
         digits, a letter first, and neither `redis` nor `n1` and the like, which are nodes",
    );
}

#[test]
fn equal_worlds_are_reached_by_different_ways() {
    let programs = [("A", "GET x\nGET y"), ("B", "GET x\nGET y")];
    let world =
        |schedule: &str| -> World { played(Algorithm::Token, &programs, schedule).world().clone() };
    assert_eq!(world("v1: A B A B"), world("v1: B B A A"));
    assert_ne!(world("v1: A B A B"), world("v1: A B A"));
}

#[test]
fn what_was_never_taken_cannot_be_given_back() {
    let player = played(Algorithm::Token, &[("A", "release stock\nextend stock")], "v1: A A");
    let kinds: Vec<_> = player.timeline().iter().map(|step| &step.events[0].kind).collect();
    assert!(kinds.iter().all(|kind| matches!(kind, EventKind::NothingHeld { .. })));
}

#[test]
fn what_an_answer_has_a_client_send_can_get_lost() {
    let scenario = include_str!("../scenarios/wait.toml");
    let scenario: Scenario = toml::from_str(scenario).expect("a scenario");
    let cast = Rc::new(Cast::new(&scenario).expect("a scenario in order"));
    // Nobody confirms: what comes with the answer is the release.
    let schedule = Schedule::parse("v1: A A +301 A:reply-lost", &cast).expect("in order");
    let mut player = Player::new(Rc::clone(&cast), script_host(), schedule);
    player.seek(3);
    let left = Faults { lost_replies: 1, ..Faults::default() };
    let lost = (Choice::LoseReply(ClientIndex(0)), Faults::default());
    assert!(player.world().fault_choices(&cast, &left).contains(&lost));
    player.seek(4);
    let events = &player.timeline().last().expect("a step").events;
    assert!(events.iter().any(|event| matches!(event.kind, EventKind::Lost { .. })));
}
