//! Reads the string at a key.
//!
//! ```text
//! GET key
//! ```
//!
//! Replies the string, nil without the key, an error for a value of another type.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::StringValue;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "GET",
    group: Group::String,
    arity: Arity::Exactly(2),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Reads the string at a key.",
    syntax: "GET key",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    apply(call, key)
}

/// Also what `SET … GET` answers.
pub(super) fn apply(call: &mut Call<'_>, key: &[u8]) -> Result<Reply, CommandError> {
    let mut keyspace = call.keyspace();
    let string = keyspace.read::<StringValue>(key)?;
    Ok(string.map_or(Reply::Nil, |string| Reply::Bulk(string.bytes().clone())))
}
