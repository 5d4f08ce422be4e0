//! Answers with what it was sent.
//!
//! ```text
//! ECHO message
//! ```
//!
//! Replies the message.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ECHO",
    group: Group::Connection,
    arity: Arity::Exactly(2),
    flags: CommandFlags::FAST,
    since: "1.0.0",
    summary: "Answers with what it was sent.",
    syntax: "ECHO message",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    Ok(Reply::bulk(call.args.next()?))
}
