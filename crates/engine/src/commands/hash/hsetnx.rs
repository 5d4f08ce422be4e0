//! Writes a field of the hash at a key if there is no such field.
//!
//! ```text
//! HSETNX key field value
//! ```
//!
//! Replies 1 if it wrote, 0 if the field was there.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Hash;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "HSETNX",
    group: Group::Hash,
    arity: Arity::Exactly(4),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "2.0.0",
    summary: "Writes a field of the hash at a key if there is no such field.",
    syntax: "HSETNX key field value",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (key, field, value) = (call.args.next()?, call.args.next()?, call.args.next()?);
    let mut keyspace = call.keyspace();
    if keyspace.read::<Hash>(key)?.is_some_and(|hash| hash.contains(field)) {
        return Ok(Reply::Integer(0));
    }
    let hash = keyspace.write_or_create::<Hash>(&Blob::from(key))?;
    hash.insert(field, Blob::from(value));
    keyspace.notify("hset", key);
    Ok(Reply::Integer(1))
}
