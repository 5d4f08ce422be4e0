//! Ends subscriptions to channels, to all if none is named.
//!
//! ```text
//! UNSUBSCRIBE [channel [channel ...]]
//! ```
//!
//! Sends a confirmation for each: `unsubscribe`, the channel, and to how many
//! channels and patterns the connection is still subscribed. Where there was nothing
//! to end, one with nil for the channel.
//!
//! All channels are ended in the order in which they were begun; Redis leaves that
//! order to a hash table.

use super::subscribe;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::subscriptions::Topic;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "UNSUBSCRIBE",
    group: Group::PubSub,
    arity: Arity::AtLeast(1),
    flags: CommandFlags::PUBSUB.union(CommandFlags::NOSCRIPT).union(CommandFlags::SUBSCRIBED),
    since: "2.0.0",
    summary: "Ends subscriptions to channels, to all if none is named.",
    syntax: "UNSUBSCRIBE [channel [channel ...]]",
    run: Run::Later(run),
};

fn run(call: &mut Call<'_>) -> Result<Option<Reply>, CommandError> {
    apply(call, Topic::Channel, "unsubscribe")
}

/// Ends subscriptions and confirms it. PUNSUBSCRIBE is a call of this.
pub(super) fn apply(
    call: &mut Call<'_>,
    topic: Topic,
    word: &str,
) -> Result<Option<Reply>, CommandError> {
    let Some(open) = call.state.connections.get_mut(&call.connection) else { return Ok(None) };
    let all = open.topics(topic).clone();
    let named: Vec<&[u8]> = match call.args.rest() {
        [] => all.iter().map(AsRef::as_ref).collect(),
        named => named.to_vec(),
    };
    if named.is_empty() {
        let count = open.subscriptions();
        subscribe::confirm(call, word, Reply::Nil, count);
    }
    for name in named {
        let count = call.state.unsubscribe(call.connection, topic, name);
        subscribe::confirm(call, word, Reply::bulk(name), count);
    }
    Ok(None)
}
