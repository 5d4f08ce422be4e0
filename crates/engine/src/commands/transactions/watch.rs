//! Makes the next EXEC refuse if one of these keys changes before it.
//!
//! ```text
//! WATCH key [key ...]
//! ```
//!
//! Replies `OK`. Every write counts: by others, by this connection, by scripts, to
//! the value that was there, and the end of a key's time. A key that is not there
//! can be watched: then writing it counts.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "WATCH",
    group: Group::Transactions,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::NOSCRIPT.union(CommandFlags::FAST).union(CommandFlags::UNQUEUED),
    since: "2.2.0",
    summary: "Makes the next EXEC refuse if one of these keys changes before it.",
    syntax: "WATCH key [key ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    if call.connection().is_some_and(|open| open.transaction.is_some()) {
        return Err(CommandError::WatchInMulti);
    }
    for key in call.args.rest() {
        call.state.watch(call.connection, call.session.db, key, call.now_ms);
    }
    Ok(Reply::OK)
}
