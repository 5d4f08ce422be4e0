//! Makes the connection as good as new.
//!
//! ```text
//! RESET
//! ```
//!
//! Replies `RESET`. Transaction, watching, subscriptions, name and database are
//! forgotten, and the protocol is RESP2 again.

use crate::call::{Call, Session};
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "RESET",
    group: Group::Connection,
    arity: Arity::Exactly(1),
    flags: CommandFlags::NOSCRIPT
        .union(CommandFlags::FAST)
        .union(CommandFlags::UNQUEUED)
        .union(CommandFlags::SUBSCRIBED),
    since: "6.2.0",
    summary: "Makes the connection as good as new.",
    syntax: "RESET",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    call.state.discard(call.connection);
    call.state.unsubscribe_all(call.connection);
    if let Some(open) = call.state.connections.get_mut(&call.connection) {
        open.name.clear();
    }
    call.session = Session::default();
    Ok(Reply::simple("RESET"))
}
