//! Tells the name of the connection.
//!
//! ```text
//! CLIENT GETNAME
//! ```
//!
//! Replies the name, or nil where it has none.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "CLIENT GETNAME",
    group: Group::Connection,
    arity: Arity::Exactly(2),
    flags: CommandFlags::NOSCRIPT,
    since: "2.6.9",
    summary: "Tells the name of the connection.",
    syntax: "CLIENT GETNAME",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let name = call.connection().map(|open| &open.name).filter(|name| !name.is_empty());
    Ok(name.map_or(Reply::Nil, Reply::bulk))
}
