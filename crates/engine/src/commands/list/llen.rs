//! Counts the elements of a list.
//!
//! ```text
//! LLEN key
//! ```
//!
//! Replies how many there are, 0 without the key.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::List;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "LLEN",
    group: Group::List,
    arity: Arity::Exactly(2),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Counts the elements of a list.",
    syntax: "LLEN key",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let length = call.keyspace().read::<List>(key)?.map_or(0, List::len);
    Ok(Reply::Integer(length as i64))
}
