//! Reads one element of a list.
//!
//! ```text
//! LINDEX key index
//! ```
//!
//! Replies the element, nil where there is none. An index below zero counts from the
//! tail, -1 is the last.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::List;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "LINDEX",
    group: Group::List,
    arity: Arity::Exactly(3),
    flags: CommandFlags::READONLY,
    since: "1.0.0",
    summary: "Reads one element of a list.",
    syntax: "LINDEX key index",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let mut args = call.args.clone();
    let mut keyspace = call.keyspace();
    // Without the key the index is not even read.
    let Some(list) = keyspace.read::<List>(key)? else { return Ok(Reply::Nil) };
    let element = position(args.next_i64()?, list.len()).map(|at| list[at].clone());
    Ok(element.map_or(Reply::Nil, Reply::Bulk))
}

/// Where the index leads in a list of this length; `None` if out of it.
pub(super) fn position(index: i64, length: usize) -> Option<usize> {
    let index = if index < 0 { index.checked_add(i64::try_from(length).ok()?)? } else { index };
    usize::try_from(index).ok().filter(|&at| at < length)
}
