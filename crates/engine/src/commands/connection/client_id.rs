//! Tells the number of the connection.
//!
//! ```text
//! CLIENT ID
//! ```
//!
//! Replies the number, which no other connection of this server has or had.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "CLIENT ID",
    group: Group::Connection,
    arity: Arity::Exactly(2),
    flags: CommandFlags::NOSCRIPT,
    since: "5.0.0",
    summary: "Tells the number of the connection.",
    syntax: "CLIENT ID",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    Ok(Reply::Integer(i64::from(call.connection.0)))
}
