//! Closes the connection.
//!
//! ```text
//! QUIT
//! ```
//!
//! Replies `OK`, after which the connection is closed. A transaction that has been
//! begun is forgotten.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "QUIT",
    group: Group::Connection,
    arity: Arity::AtLeast(1),
    flags: CommandFlags::NOSCRIPT
        .union(CommandFlags::FAST)
        .union(CommandFlags::UNQUEUED)
        .union(CommandFlags::SUBSCRIBED),
    since: "1.0.0",
    summary: "Closes the connection.",
    syntax: "QUIT",
    run: Run::Later(run),
};

fn run(call: &mut Call<'_>) -> Result<Option<Reply>, CommandError> {
    // There is nobody to reply to once it is closed.
    call.push(call.connection, Reply::OK);
    call.state.disconnect(call.connection);
    Ok(None)
}
