//! Adds to the integer in a field of the hash at a key.
//!
//! ```text
//! HINCRBY key field increment
//! ```
//!
//! Replies the sum. A field that does not exist counts as 0. The value must be an
//! integer of 64 bits as Redis prints it, and so must the sum.

use crate::args::parse_i64;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Hash;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "HINCRBY",
    group: Group::Hash,
    arity: Arity::Exactly(4),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "2.0.0",
    summary: "Adds to the integer in a field of the hash at a key.",
    syntax: "HINCRBY key field increment",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (key, field) = (call.args.next()?, call.args.next()?);
    let increment = call.args.next_i64()?;
    let mut keyspace = call.keyspace();
    let before = match keyspace.read::<Hash>(key)?.and_then(|hash| hash.get(field)) {
        Some(value) => parse_i64(value).ok_or(CommandError::HashValueNotAnInteger)?,
        None => 0,
    };
    let sum = before.checked_add(increment).ok_or(CommandError::Overflow)?;
    let hash = keyspace.write_or_create::<Hash>(&Blob::from(key))?;
    hash.insert(field, Blob::from(sum.to_string().as_bytes()));
    keyspace.notify("hincrby", key);
    Ok(Reply::Integer(sum))
}
