//! Answers, which shows that the connection works.
//!
//! ```text
//! PING [message]
//! ```
//!
//! Replies `PONG`, or the message.

use crate::call::Call;
use crate::call::Caller;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "PING",
    group: Group::Connection,
    arity: Arity::AtLeast(1),
    flags: CommandFlags::FAST,
    since: "1.0.0",
    summary: "Answers, which shows that the connection works.",
    syntax: "PING [message]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    match call.args.rest() {
        [] => Ok(Reply::simple("PONG")),
        [message] => Ok(Reply::bulk(message)),
        // PING counts its words itself, so a script gets a client's text too.
        _ => Err(CommandError::wrong_arity(Caller::Client, SPEC.name)),
    }
}
