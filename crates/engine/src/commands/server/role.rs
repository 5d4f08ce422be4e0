//! Tells which part the server plays in replication.
//!
//! ```text
//! ROLE
//! ```
//!
//! Replies `master`, how far its replication has come, which is 0, and its replicas,
//! of which there are none.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ROLE",
    group: Group::Server,
    arity: Arity::Exactly(1),
    flags: CommandFlags::NOSCRIPT.union(CommandFlags::FAST),
    since: "2.8.12",
    summary: "Tells which part the server plays in replication.",
    syntax: "ROLE",
    run: Run::Command(run),
};

fn run(_: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (offset, replicas) = (Reply::Integer(0), Reply::Array(Vec::new()));
    Ok(Reply::Array(vec![Reply::bulk("master"), offset, replicas]))
}
