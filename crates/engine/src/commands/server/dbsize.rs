//! Counts the keys of the selected database.
//!
//! ```text
//! DBSIZE
//! ```
//!
//! Replies the count, those keys included whose time is over but which nothing has
//! touched since.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "DBSIZE",
    group: Group::Server,
    arity: Arity::Exactly(1),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Counts the keys of the selected database.",
    syntax: "DBSIZE",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    Ok(Reply::Integer(call.keyspace().len() as i64))
}
