//! Writes fields of the hash at a key.
//!
//! ```text
//! HSET key field value [field value ...]
//! ```
//!
//! Replies how many of the fields are new. A key that does not exist counts as an
//! empty hash.

use crate::call::Call;
use crate::call::Caller;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Hash;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "HSET",
    group: Group::Hash,
    arity: Arity::AtLeast(4),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "2.0.0",
    summary: "Writes fields of the hash at a key.",
    syntax: "HSET key field value [field value ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    apply(call, "HSET").map(Reply::Integer)
}

/// Writes the fields and answers how many are new. HMSET is a call of this;
/// `command` is the name that the error of a field without value carries.
pub(super) fn apply(call: &mut Call<'_>, command: &str) -> Result<i64, CommandError> {
    let key = call.args.next()?;
    let pairs = call.args.rest();
    if !pairs.len().is_multiple_of(2) {
        // A script sees this one as everybody does.
        return Err(CommandError::wrong_arity(Caller::Client, command));
    }
    let mut keyspace = call.keyspace();
    let hash = keyspace.write_or_create::<Hash>(&Blob::from(key))?;
    let mut added = 0;
    for pair in pairs.chunks_exact(2) {
        added += i64::from(hash.insert(pair[0], Blob::from(pair[1])).is_none());
    }
    keyspace.notify("hset", key);
    Ok(added)
}
