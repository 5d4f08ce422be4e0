//! Replaces one element of a list.
//!
//! ```text
//! LSET key index element
//! ```
//!
//! Replies `OK`, or an error without the key or without such an index, which counts
//! from the tail if below zero.

use super::lindex::position;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::List;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "LSET",
    group: Group::List,
    arity: Arity::Exactly(4),
    flags: CommandFlags::WRITE,
    since: "1.0.0",
    summary: "Replaces one element of a list.",
    syntax: "LSET key index element",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let mut args = call.args.clone();
    let mut keyspace = call.keyspace();
    // Without the key the index is not even read.
    let list = keyspace.write::<List>(key)?.ok_or(CommandError::NoSuchKey)?;
    let index = args.next_i64()?;
    let at = position(index, list.len()).ok_or(CommandError::IndexOutOfRange)?;
    list[at] = Blob::from(args.next()?);
    keyspace.notify("lset", key);
    Ok(Reply::OK)
}
