//! Tells whether the hash at a key has a field.
//!
//! ```text
//! HEXISTS key field
//! ```
//!
//! Replies 1 if it has, else 0.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Hash;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "HEXISTS",
    group: Group::Hash,
    arity: Arity::Exactly(3),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "2.0.0",
    summary: "Tells whether the hash at a key has a field.",
    syntax: "HEXISTS key field",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (key, field) = (call.args.next()?, call.args.next()?);
    let found = call.keyspace().read::<Hash>(key)?.is_some_and(|hash| hash.contains(field));
    Ok(Reply::Integer(i64::from(found)))
}
