//! Counts the fields of the hash at a key.
//!
//! ```text
//! HLEN key
//! ```
//!
//! Replies the number of fields, 0 without the key.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Hash;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "HLEN",
    group: Group::Hash,
    arity: Arity::Exactly(2),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "2.0.0",
    summary: "Counts the fields of the hash at a key.",
    syntax: "HLEN key",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let length = call.keyspace().read::<Hash>(key)?.map_or(0, Hash::len);
    Ok(Reply::Integer(length as i64))
}
