//! Rows that check fencing numbers, and programs that never looked at a row.

use lockstep_scenario::{Cast, EventKind, Player, Scenario, Schedule, Written, script_host};
use std::rc::Rc;

fn cast(text: &str) -> Result<Cast, String> {
    let scenario: Scenario = toml::from_str(text).map_err(|error| error.to_string())?;
    Cast::new(&scenario).map_err(|error| error.to_string())
}

/// Who read or wrote, and whether the row took it.
fn uses(text: &str, schedule: &str) -> Vec<String> {
    let cast = Rc::new(cast(text).expect("a scenario in order"));
    let schedule = Schedule::parse(schedule, &cast).expect("a schedule in order");
    let mut player = Player::new(Rc::clone(&cast), script_host(), schedule);
    player.seek(usize::MAX);
    let events = player.timeline().iter().flat_map(|step| &step.events);
    let told = |client, what: &str, written: &Written| {
        let refused = if *written == Written::Refused { " refused" } else { "" };
        format!("{} {what}{refused}", cast.name(client))
    };
    let uses = events.filter_map(|event| match &event.kind {
        EventKind::Read { client, value, written, .. } => {
            Some(told(*client, &format!("reads {value}"), written))
        }
        EventKind::Wrote { client, value, written, .. } => {
            Some(told(*client, &format!("writes {value}"), written))
        }
        _ => None,
    });
    uses.collect()
}

#[test]
fn a_fenced_row_refuses_who_is_late() {
    let check = |file: &str, schedule: &str, expected: &[&str]| {
        assert_eq!(uses(file, schedule), expected, "{schedule}");
    };
    let (write, read) = (
        include_str!("../scenarios/fenced_write.toml"),
        include_str!("../scenarios/fenced_read.toml"),
    );
    let late_write = "v1: A A +30001 B B A B";
    check(write, late_write, &["A reads 2", "B reads 2", "A writes 1", "B writes 1"]);
    check(read, late_write, &["A reads 2", "B reads 2", "A writes 1 refused", "B writes 1"]);
    let late_read = "v1: A +30001 B B A B A";
    check(
        read,
        late_read,
        &["B reads 2", "A reads 2 refused", "B writes 1", "A writes -1 refused"],
    );
}

#[test]
fn a_line_that_goes_by_a_row_needs_one_that_reads_it() {
    let check = |line: &str, expected: Option<&str>| {
        let text =
            format!("[resources.shelf.row]\nvalue = 2\n[clients.A]\nprogram = '''\n{line}\n'''");
        assert_eq!(cast(&text).err().as_deref(), expected, "{line}");
    };
    let never = "program of client A, line 1: it goes by what it has read of `shelf`, and no line \
                 above reads it; write `read shelf` before";
    check("write shelf = shelf - 1", Some(never));
    check("write shelf = 5 if unchanged", Some(never));
    check("if not shelf > 0\n  stop", Some(never));
    check("read shelf\nwrite shelf = shelf - 1", None);
    check("write shelf = 5\nwrite shelf = shelf - 1", None);
    check("write shelf = shelf - 1 where shelf > 0", None);
}
