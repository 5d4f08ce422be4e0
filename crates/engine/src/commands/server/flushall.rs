//! Removes every key of every database.
//!
//! ```text
//! FLUSHALL [ASYNC | SYNC]
//! ```
//!
//! Replies `OK`. `ASYNC` and `SYNC` choose how a real server frees the memory; there is
//! no difference to see. Cached scripts stay.

use crate::DATABASES;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "FLUSHALL",
    group: Group::Server,
    arity: Arity::AtLeast(1),
    flags: CommandFlags::WRITE,
    since: "1.0.0",
    summary: "Removes every key of every database.",
    syntax: "FLUSHALL [ASYNC | SYNC]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    apply(call, 0..DATABASES)
}

/// Empties these databases if the words are in order. FLUSHDB is a call of this.
pub(super) fn apply(
    call: &mut Call<'_>,
    databases: std::ops::Range<usize>,
) -> Result<Reply, CommandError> {
    match call.args.rest() {
        [] => {}
        [how] if how.eq_ignore_ascii_case(b"ASYNC") || how.eq_ignore_ascii_case(b"SYNC") => {}
        _ => return Err(CommandError::Syntax),
    }
    for index in databases {
        call.state.touch_database(index, None, call.now_ms);
        call.state.databases.clear(index);
    }
    Ok(Reply::OK)
}
