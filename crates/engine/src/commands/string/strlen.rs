//! Tells how many bytes the string at a key has.
//!
//! ```text
//! STRLEN key
//! ```
//!
//! Replies the length; 0 without the key, an error for a value of another type.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::StringValue;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "STRLEN",
    group: Group::String,
    arity: Arity::Exactly(2),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "2.2.0",
    summary: "Tells how many bytes the string at a key has.",
    syntax: "STRLEN key",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let length = call.keyspace().read::<StringValue>(key)?.map_or(0, |string| string.len());
    Ok(Reply::Integer(length as i64))
}
