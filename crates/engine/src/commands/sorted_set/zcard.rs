//! Counts the members of a sorted set.
//!
//! ```text
//! ZCARD key
//! ```
//!
//! Replies how many there are, 0 without the key.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::SortedSet;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZCARD",
    group: Group::SortedSet,
    arity: Arity::Exactly(2),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "1.2.0",
    summary: "Counts the members of a sorted set.",
    syntax: "ZCARD key",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let count = call.keyspace().read::<SortedSet>(key)?.map_or(0, SortedSet::len);
    Ok(Reply::Integer(count as i64))
}
