//! Tells the type of the value at a key.
//!
//! ```text
//! TYPE key
//! ```
//!
//! Replies `string` and the like; `none` without the key.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Value;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "TYPE",
    group: Group::Generic,
    arity: Arity::Exactly(2),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Tells the type of the value at a key.",
    syntax: "TYPE key",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let mut keyspace = call.keyspace();
    let name = keyspace.peek(key).map(Value::type_name);
    Ok(Reply::simple(name.unwrap_or("none")))
}
