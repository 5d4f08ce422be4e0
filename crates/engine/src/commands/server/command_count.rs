//! Counts the commands.
//!
//! ```text
//! COMMAND COUNT
//! ```
//!
//! Replies how many there are, subcommands not counted.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "COMMAND COUNT",
    group: Group::Server,
    arity: Arity::Exactly(2),
    flags: CommandFlags::empty(),
    since: "2.8.13",
    summary: "Counts the commands.",
    syntax: "COMMAND COUNT",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    Ok(Reply::Integer(i64::try_from(call.commands().count()).unwrap_or(i64::MAX)))
}
