//! Tells which part the server plays in replication.
//!
//! ```text
//! ROLE
//! ```
//!
//! Replies `master`, how far its replication has come, and each of its replicas; on a
//! replica `slave`, its primary, `connected` and how far it has come. Servers of a
//! [`ReplicaSet`](crate::ReplicaSet) have no addresses, which are empty, and count no
//! bytes, so how far is 0.

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

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    Ok(call.state.role())
}
