//! Reads the strings at several keys.
//!
//! ```text
//! MGET key [key ...]
//! ```
//!
//! Replies an array with the string at each key, nil where there is no key or a value
//! of another type.

use super::get;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "MGET",
    group: Group::String,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Reads the strings at several keys.",
    syntax: "MGET key [key ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let keys = call.args.rest();
    let strings = keys.iter().map(|key| get::apply(call, key).unwrap_or(Reply::Nil));
    Ok(Reply::Array(strings.collect()))
}
