//! Counts the members of the set at a key.
//!
//! ```text
//! SCARD key
//! ```
//!
//! Replies the number of members, 0 without the key.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Set;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SCARD",
    group: Group::Set,
    arity: Arity::Exactly(2),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Counts the members of the set at a key.",
    syntax: "SCARD key",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let length = call.keyspace().read::<Set>(key)?.map_or(0, Set::len);
    Ok(Reply::Integer(length as i64))
}
