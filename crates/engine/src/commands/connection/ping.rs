//! Answers, which shows that the connection works.
//!
//! ```text
//! PING [message]
//! ```
//!
//! Replies `PONG`, or the message. A subscribed connection of RESP2 gets it in the
//! form of its messages: `pong` and the message, or an empty one.

use crate::call::Call;
use crate::call::Caller;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::{Protocol, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "PING",
    group: Group::Connection,
    arity: Arity::AtLeast(1),
    flags: CommandFlags::FAST.union(CommandFlags::SUBSCRIBED),
    since: "1.0.0",
    summary: "Answers, which shows that the connection works.",
    syntax: "PING [message]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let among_messages = call.session.protocol == Protocol::Resp2
        && call.connection().is_some_and(|open| open.subscriptions() > 0);
    match call.args.rest() {
        [] | [_] if among_messages => {
            let message = call.args.rest().first().copied().unwrap_or_default();
            Ok(Reply::Array(vec![Reply::bulk("pong"), Reply::bulk(message)]))
        }
        [] => Ok(Reply::simple("PONG")),
        [message] => Ok(Reply::bulk(message)),
        // PING counts its words itself, so a script gets a client's text too.
        _ => Err(CommandError::wrong_arity(Caller::Client, SPEC.name)),
    }
}
