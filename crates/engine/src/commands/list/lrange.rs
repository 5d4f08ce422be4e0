//! Reads a range of a list.
//!
//! ```text
//! LRANGE key start stop
//! ```
//!
//! Replies the elements from one index to the other, both included. Indices below zero
//! count from the tail, -1 is the last; what is out of range is just not there.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::range::RankRange;
use crate::value::List;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "LRANGE",
    group: Group::List,
    arity: Arity::Exactly(4),
    flags: CommandFlags::READONLY,
    since: "1.0.0",
    summary: "Reads a range of a list.",
    syntax: "LRANGE key start stop",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let range = RankRange::parse(call.args.next()?, call.args.next()?)?;
    let mut keyspace = call.keyspace();
    let Some(list) = keyspace.read::<List>(key)? else { return Ok(Reply::Array(Vec::new())) };
    let elements = list.range(range.within(list.len()));
    Ok(Reply::Array(elements.cloned().map(Reply::Bulk).collect()))
}
