//! Begins a transaction: the commands that follow are queued.
//!
//! ```text
//! MULTI
//! ```
//!
//! Replies `OK`. From here on each command is answered by `QUEUED` and waits for
//! EXEC; one that cannot be queued makes EXEC refuse.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::connection::Transaction;
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "MULTI",
    group: Group::Transactions,
    arity: Arity::Exactly(1),
    flags: CommandFlags::NOSCRIPT.union(CommandFlags::FAST).union(CommandFlags::UNQUEUED),
    since: "1.2.0",
    summary: "Begins a transaction: the commands that follow are queued.",
    syntax: "MULTI",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    if let Some(open) = call.state.connections.get_mut(&call.connection) {
        if open.transaction.is_some() {
            return Err(CommandError::NestedMulti);
        }
        open.transaction = Some(Transaction::default());
    }
    Ok(Reply::OK)
}
