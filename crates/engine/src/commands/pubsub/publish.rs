//! Sends a message to all who are subscribed to a channel.
//!
//! ```text
//! PUBLISH channel message
//! ```
//!
//! Replies how often it was sent: once for each subscription to the channel, and once
//! for each to a pattern that matches. Whoever is not subscribed at that moment never
//! sees it.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "PUBLISH",
    group: Group::PubSub,
    arity: Arity::Exactly(3),
    flags: CommandFlags::PUBSUB.union(CommandFlags::FAST),
    since: "2.0.0",
    summary: "Sends a message to all who are subscribed to a channel.",
    syntax: "PUBLISH channel message",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (channel, message) = (call.args.next()?, call.args.next()?);
    let receivers = call.state.subscribers.receivers(channel);
    let count = i64::try_from(receivers.len()).unwrap_or(i64::MAX);
    for (connection, pattern) in receivers {
        let mut parts = match pattern {
            None => vec![Reply::bulk("message")],
            Some(pattern) => vec![Reply::bulk("pmessage"), Reply::Bulk(pattern)],
        };
        parts.extend([Reply::bulk(channel), Reply::bulk(message)]);
        call.push(connection, Reply::Push(parts));
    }
    Ok(Reply::Integer(count))
}
