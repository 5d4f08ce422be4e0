//! Attempts at a challenge, decided by the engine.
#![cfg(feature = "host")]

use lockstep_lesson::{Challenge, Judge, Judgement, Task, is_broken};
use lockstep_scenario::{Player, Property, Scenario, Schedule, script_host};
use std::rc::Rc;

const SCENARIO: &str = "
properties = ['no_foreign_release']

[locks.stock]
algorithm = 'token'
key = 'lock:stock'
ttl = '30s'

[clients.A]
program = '''
SET lock:stock $me NX PX 30000
if reply is OK
  enter shelf
  work 5s
  leave shelf
  DEL lock:stock
'''

[clients.B]
like = 'A'

[faults]
pauses = 1
";

const COMPARE_AND_DELETE: &str = r#"
SET lock:stock $me NX PX 30000
if reply is OK
  enter shelf
  work 5s
  leave shelf
  EVAL "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end" 1 lock:stock $me
"#;

fn challenge(task: Task) -> Challenge {
    let scenario: Scenario = toml::from_str(SCENARIO).expect("a scenario in order");
    let text = String::new;
    Challenge { text: text(), hints: Vec::new(), solved: text(), scenario, task }
}

/// What is said of a program, in a word or two.
fn judged(program: &str, pauses: u8) -> String {
    let task = Task::Repair { client: "A".to_owned(), solution: String::new() };
    let host = script_host();
    let mut challenge = challenge(task);
    challenge.scenario.faults.pauses = pauses;
    let mut judge = match Judge::new(&challenge, program, &host) {
        Ok(judge) => judge,
        Err(error) => return error.to_string(),
    };
    while judge.run(1) {}
    let judgement = judge.judgement();
    let name = |client| judge.cast().name(client);
    match judgement {
        Judgement::Holds { .. } => "holds".to_owned(),
        Judgement::Broken { property, found } => {
            let cast = judge.cast();
            format!("{property}: {}", found.schedule.display(cast))
        }
        Judgement::NeverEnters { client } => format!("{} never enters", name(client)),
        Judgement::KeepsLock { client } => format!("{} keeps it", name(client)),
        Judgement::Undecided { limit } => limit.to_string(),
    }
}

#[test]
fn a_changed_program_is_judged_by_all_that_it_can_do() {
    let check = |program: &str, expected: &str| {
        assert_eq!(judged(program, 1), expected, "{program}");
    };
    check(COMPARE_AND_DELETE, "holds");
    check(
        "SET lock:stock $me NX PX 30000\nenter shelf\nDEL lock:stock",
        "no_foreign_release: v1: A B B B",
    );
    check("SET lock:stock $me NX PX 30000\nenter shelf\nleave shelf", "A keeps it");
    check("SET lock:stock $me NX PX 30000", "A never enters");
    check("stop", "A never enters");
    check("EVAL \"while true do end\" 0\nretry", "A never enters");
    check("GET lock:stock\nif reply is B\n  enter shelf", "A never enters");
    check("enter shelf\nSET lock:stock $me\nretry", "A keeps it");
    check(
        "SET lock:stock\nentr shelf",
        "program of client A, line 2, column 1: `entr` is no word of the language; expected \
         acquire, try, extend, release, enter, leave, work, think, read, write, insert, take, if, \
         retry, stop, or a Redis command in capitals",
    );
}

#[test]
fn a_long_program_is_judged_to_its_end() {
    let long = COMPARE_AND_DELETE.replace("  work 5s\n", &"  think\n".repeat(500));
    assert_eq!(judged(&long, 0), "holds");
}

#[test]
fn a_schedule_meets_its_goal_only_within_the_faults() {
    let goal = Property::NoForeignRelease;
    let task = Task::Break { goal, solution: String::new() };
    let check = |schedule: &str, pauses: u8, expected: (&str, bool)| {
        let mut challenge = challenge(task.clone());
        challenge.scenario.faults.pauses = pauses;
        let cast = Rc::new(challenge.cast().expect("a scenario in order"));
        let schedule = Schedule::parse(schedule, &cast).expect("a schedule in order");
        let mut player = Player::new(cast, script_host(), schedule);
        player.seek(usize::MAX);
        let met = is_broken(&challenge, &player);
        assert_eq!((player.faults().in_words().as_str(), met), expected);
    };
    let late_delete = "v1: A A +5000 A +25001 B A";
    check(late_delete, 1, ("one pause", true));
    check(late_delete, 0, ("one pause", false));
    check("v1: A A +5000 A +25001 B", 1, ("one pause", false));
    check("v1: A A +5000 A A", 1, ("no fault", false));
    check("v1: A A:crash", 1, ("one crash", false));
}
