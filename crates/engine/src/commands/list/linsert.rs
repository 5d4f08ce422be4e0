//! Puts an element before or behind another one of a list.
//!
//! ```text
//! LINSERT key BEFORE | AFTER pivot element
//! ```
//!
//! Replies the new length; 0 without the key, -1 if the list has no such pivot. The
//! first one that is equal to the pivot counts.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::List;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "LINSERT",
    group: Group::List,
    arity: Arity::Exactly(5),
    flags: CommandFlags::WRITE,
    since: "2.2.0",
    summary: "Puts an element before or behind another one of a list.",
    syntax: "LINSERT key BEFORE | AFTER pivot element",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let behind = if call.args.keyword("AFTER") {
        1
    } else if call.args.keyword("BEFORE") {
        0
    } else {
        return Err(CommandError::Syntax);
    };
    let (pivot, element) = (call.args.next()?, call.args.next()?);
    let mut keyspace = call.keyspace();
    let Some(list) = keyspace.write::<List>(key)? else { return Ok(Reply::Integer(0)) };
    let Some(at) = list.iter().position(|other| **other == *pivot) else {
        return Ok(Reply::Integer(-1));
    };
    list.insert(at + behind, Blob::from(element));
    let length = list.len();
    keyspace.notify("linsert", key);
    Ok(Reply::Integer(length as i64))
}
