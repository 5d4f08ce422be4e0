//! Counts how many of the keys exist.
//!
//! ```text
//! EXISTS key [key ...]
//! ```
//!
//! Replies the count; a key that is named twice counts twice.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "EXISTS",
    group: Group::Generic,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Counts how many of the keys exist.",
    syntax: "EXISTS key [key ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let keys = call.args.rest();
    let mut keyspace = call.keyspace();
    let alive = keys.iter().filter(|key| keyspace.exists(key)).count();
    Ok(Reply::Integer(alive as i64))
}
