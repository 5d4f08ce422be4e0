//! Tells how many keys share the value at a key.
//!
//! ```text
//! OBJECT REFCOUNT key
//! ```
//!
//! Replies 1, or 2147483647 for the integers below 10000, which all keys share; nil without
//! the key.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "OBJECT REFCOUNT",
    group: Group::Generic,
    arity: Arity::Exactly(3),
    flags: CommandFlags::READONLY,
    since: "2.2.3",
    summary: "Tells how many keys share the value at a key.",
    syntax: "OBJECT REFCOUNT key",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let mut keyspace = call.keyspace();
    Ok(keyspace.peek(key).map_or(Reply::Nil, |value| Reply::Integer(value.refcount())))
}
