//! Runs what MULTI has queued, with nothing in between.
//!
//! ```text
//! EXEC
//! ```
//!
//! Replies an array with one reply for each command, errors among them; nil where a
//! watched key has been touched. Nothing is undone: a command that fails leaves the
//! others done. It ends all watching.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "EXEC",
    group: Group::Transactions,
    arity: Arity::Exactly(1),
    flags: CommandFlags::NOSCRIPT.union(CommandFlags::UNQUEUED),
    since: "1.2.0",
    summary: "Runs what MULTI has queued, with nothing in between.",
    syntax: "EXEC",
    run: Run::Later(run),
};

fn run(call: &mut Call<'_>) -> Result<Option<Reply>, CommandError> {
    let connection = call.connection;
    let open = call.state.connections.get_mut(&connection);
    let transaction = open.and_then(|open| open.transaction.take());
    let transaction = transaction.ok_or(CommandError::ExecWithoutMulti)?;
    let changed = call.state.has_watched_change(connection, call.now_ms);
    // What the transaction itself writes touches nobody's watching but others'.
    call.state.unwatch(connection);
    if transaction.failed {
        return Err(CommandError::ExecAborted);
    }
    if changed {
        return Ok(Some(Reply::NilArray));
    }
    call.run_queued(&transaction.queued);
    Ok(None)
}
