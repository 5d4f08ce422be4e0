//! Counts the bytes of a field of the hash at a key.
//!
//! ```text
//! HSTRLEN key field
//! ```
//!
//! Replies the length of the value, 0 without the field or the key.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Hash;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "HSTRLEN",
    group: Group::Hash,
    arity: Arity::Exactly(3),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "3.2.0",
    summary: "Counts the bytes of a field of the hash at a key.",
    syntax: "HSTRLEN key field",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (key, field) = (call.args.next()?, call.args.next()?);
    let mut keyspace = call.keyspace();
    let value = keyspace.read::<Hash>(key)?.and_then(|hash| hash.get(field));
    Ok(Reply::Integer(value.map_or(0, |value| value.len() as i64)))
}
