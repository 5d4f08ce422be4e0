//! Removes every key of the selected database.
//!
//! ```text
//! FLUSHDB [ASYNC | SYNC]
//! ```
//!
//! Replies `OK`. When memory is given back makes no difference here.

use super::flushall;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "FLUSHDB",
    group: Group::Server,
    arity: Arity::AtLeast(1),
    flags: CommandFlags::WRITE,
    since: "1.0.0",
    summary: "Removes every key of the selected database.",
    syntax: "FLUSHDB [ASYNC | SYNC]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let db = call.session.db;
    flushall::apply(call, db..db + 1)
}
