//! Keeps a range of a list and takes the rest out.
//!
//! ```text
//! LTRIM key start stop
//! ```
//!
//! Replies `OK`. The range is told as for LRANGE; if nothing is in it, the key goes.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::range::RankRange;
use crate::value::List;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "LTRIM",
    group: Group::List,
    arity: Arity::Exactly(4),
    flags: CommandFlags::WRITE,
    since: "1.0.0",
    summary: "Keeps a range of a list and takes the rest out.",
    syntax: "LTRIM key start stop",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let range = RankRange::parse(call.args.next()?, call.args.next()?)?;
    let mut keyspace = call.keyspace();
    let Some(list) = keyspace.write::<List>(key)? else { return Ok(Reply::OK) };
    let kept = range.within(list.len());
    list.truncate(kept.end);
    list.drain(..kept.start);
    keyspace.notify("ltrim", key);
    keyspace.delete_if_exhausted(key);
    Ok(Reply::OK)
}
