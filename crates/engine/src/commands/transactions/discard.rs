//! Forgets what MULTI has queued.
//!
//! ```text
//! DISCARD
//! ```
//!
//! Replies `OK`. It ends all watching too.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "DISCARD",
    group: Group::Transactions,
    arity: Arity::Exactly(1),
    flags: CommandFlags::NOSCRIPT.union(CommandFlags::FAST).union(CommandFlags::UNQUEUED),
    since: "2.0.0",
    summary: "Forgets what MULTI has queued.",
    syntax: "DISCARD",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    if call.connection().is_none_or(|open| open.transaction.is_none()) {
        return Err(CommandError::DiscardWithoutMulti);
    }
    call.state.discard(call.connection);
    Ok(Reply::OK)
}
