//! Takes members out of a sorted set.
//!
//! ```text
//! ZREM key member [member ...]
//! ```
//!
//! Replies how many of them were there. The last member takes the key with it.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::SortedSet;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZREM",
    group: Group::SortedSet,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "1.2.0",
    summary: "Takes members out of a sorted set.",
    syntax: "ZREM key member [member ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let members = call.args.rest();
    let mut keyspace = call.keyspace();
    let Some(set) = keyspace.write::<SortedSet>(key)? else { return Ok(Reply::Integer(0)) };
    let removed = members.iter().filter(|member| set.remove(member).is_some()).count();
    if removed > 0 {
        keyspace.notify("zrem", key);
        keyspace.delete_if_exhausted(key);
    }
    Ok(Reply::Integer(removed as i64))
}
