//! Tells which of several members the set at a key has.
//!
//! ```text
//! SMISMEMBER key member [member ...]
//! ```
//!
//! Replies 1 or 0 for each, in their order.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Set;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SMISMEMBER",
    group: Group::Set,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "6.2.0",
    summary: "Tells which of several members the set at a key has.",
    syntax: "SMISMEMBER key member [member ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let members = call.args.rest();
    let mut keyspace = call.keyspace();
    let set = keyspace.read::<Set>(key)?;
    let found = |member: &&[u8]| set.is_some_and(|set| set.contains(member));
    let replies = members.iter().map(|member| Reply::Integer(i64::from(found(member))));
    Ok(Reply::Array(replies.collect()))
}
