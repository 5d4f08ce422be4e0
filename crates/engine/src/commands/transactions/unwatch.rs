//! Ends all watching: the next EXEC runs whatever has happened.
//!
//! ```text
//! UNWATCH
//! ```
//!
//! Replies `OK`.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "UNWATCH",
    group: Group::Transactions,
    arity: Arity::Exactly(1),
    flags: CommandFlags::NOSCRIPT.union(CommandFlags::FAST),
    since: "2.2.0",
    summary: "Ends all watching: the next EXEC runs whatever has happened.",
    syntax: "UNWATCH",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    call.state.unwatch(call.connection);
    Ok(Reply::OK)
}
