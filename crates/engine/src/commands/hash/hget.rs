//! Reads a field of the hash at a key.
//!
//! ```text
//! HGET key field
//! ```
//!
//! Replies the value, nil without the field or the key.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Hash;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "HGET",
    group: Group::Hash,
    arity: Arity::Exactly(3),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "2.0.0",
    summary: "Reads a field of the hash at a key.",
    syntax: "HGET key field",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (key, field) = (call.args.next()?, call.args.next()?);
    let mut keyspace = call.keyspace();
    let value = keyspace.read::<Hash>(key)?.and_then(|hash| hash.get(field));
    Ok(value.cloned().map_or(Reply::Nil, Reply::Bulk))
}
