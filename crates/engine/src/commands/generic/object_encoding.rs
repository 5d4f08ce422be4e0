//! Tells how Redis keeps the value at a key.
//!
//! ```text
//! OBJECT ENCODING key
//! ```
//!
//! Replies the name of the form, such as `embstr`, by the limits that Redis 7.0 has unless
//! somebody changes them; nil without the key.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "OBJECT ENCODING",
    group: Group::Generic,
    arity: Arity::Exactly(3),
    flags: CommandFlags::READONLY,
    since: "2.2.3",
    summary: "Tells how Redis keeps the value at a key.",
    syntax: "OBJECT ENCODING key",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let mut keyspace = call.keyspace();
    Ok(keyspace.peek(key).map_or(Reply::Nil, |value| Reply::bulk(value.encoding())))
}
