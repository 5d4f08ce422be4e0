//! Tells whether the set at a key has a member.
//!
//! ```text
//! SISMEMBER key member
//! ```
//!
//! Replies 1 if it has, else 0.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Set;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SISMEMBER",
    group: Group::Set,
    arity: Arity::Exactly(3),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Tells whether the set at a key has a member.",
    syntax: "SISMEMBER key member",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (key, member) = (call.args.next()?, call.args.next()?);
    let found = call.keyspace().read::<Set>(key)?.is_some_and(|set| set.contains(member));
    Ok(Reply::Integer(i64::from(found)))
}
