//! What a way costs: commands, waiting, faults; and programs that are alike.

use lockstep_scenario::{Cast, ClientIndex, Measured, Player, Scenario, Schedule, script_host};
use std::rc::Rc;

const SCENARIO: &str = "
[locks.stock]
algorithm = 'token'
key = 'lock:stock'
ttl = '30s'
retry = '1s'

[clients.A]
program = '''
acquire stock
work 5s
release stock
'''

[clients.B]
like = 'A'
";

fn played(scenario: &str, schedule: &str) -> Player {
    let scenario: Scenario = toml::from_str(scenario).expect("a scenario");
    let cast = Rc::new(Cast::new(&scenario).expect("a scenario in order"));
    let schedule = Schedule::parse(schedule, &cast).expect("a schedule in order");
    let mut player = Player::new(cast, script_host(), schedule);
    player.seek(usize::MAX);
    player
}

#[test]
fn waiting_and_commands_are_measured() {
    let check = |schedule: &str, commands: u32, waited_ms: [i64; 2], lasted_ms: i64| {
        let measured = Measured::of(&played(SCENARIO, schedule));
        let waited_ms = waited_ms.to_vec();
        assert_eq!(measured, Measured { commands, waited_ms, lasted_ms }, "{schedule}");
    };
    check("v1:", 0, [0, 0], 0);
    check("v1: A B", 2, [0, 0], 0);
    check("v1: A B +1000 B", 3, [0, 1000], 1000);
    check("v1: A B +1000 B +4000 A B", 5, [0, 5000], 5000);
    // Time at the end, in which nobody does anything, is no part of it.
    check("v1: A +5000 A +60000", 2, [0, 0], 5000);
    // Whoever does not ask does not wait.
    check("v1: A +5000", 1, [0, 0], 0);
}

#[test]
fn clients_that_are_alike_write_names_of_their_own() {
    let scenario = "
[clients.A]
program = '''
SET lock:stock $me NX
if reply is OK
  GET lock:$me
'''
[clients.B]
like = 'A'
";
    let player = played(scenario, "v1:");
    let lines = |client: usize| -> Vec<_> {
        let lines = player.cast().clients[client].program.lines.iter();
        lines.map(|line| line.text.clone()).collect()
    };
    assert_eq!(lines(0), ["SET lock:stock A NX", "if reply is OK", "GET lock:A"]);
    assert_eq!(lines(1), ["SET lock:stock B NX", "if reply is OK", "GET lock:B"]);
    let command = player.cast().command(ClientIndex(1), 2).expect("a command");
    assert_eq!(command.to_string(), "GET lock:B");
}

#[test]
fn faults_are_counted_as_the_explorer_counts_them() {
    let check = |schedule: &str, expected: &str| {
        assert_eq!(played(SCENARIO, schedule).faults().in_words(), expected, "{schedule}");
    };
    check("v1: A B +1000 B", "no fault");
    // A is done with its work and is not let go on; it is paused once only.
    check("v1: A +5000 +1000 +1000", "one pause");
    check("v1: A +5000 +1000 A B +5000 +1000", "2 pauses");
    check("v1: A:reply-lost B:crash A:crash", "one crash and one lost reply");
    check("v1: A redis:down redis:up", "one node down");
    check("v1: A A:jump-30001", "one client clock jump");
    check("v1: A A:jump+30001 A:jump-30001", "2 client clock jumps");
}
