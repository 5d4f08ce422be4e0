//! Reads the string at a key and removes the key.
//!
//! ```text
//! GETDEL key
//! ```
//!
//! Replies the string, nil without the key, an error for a value of another type.

use super::get;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "GETDEL",
    group: Group::String,
    arity: Arity::Exactly(2),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "6.2.0",
    summary: "Reads the string at a key and removes the key.",
    syntax: "GETDEL key",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let string = get::apply(call, key)?;
    let mut keyspace = call.keyspace();
    if keyspace.delete(key).is_some() {
        keyspace.notify("del", key);
    }
    Ok(string)
}
