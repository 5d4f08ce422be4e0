//! Subscribes the connection to channels.
//!
//! ```text
//! SUBSCRIBE channel [channel ...]
//! ```
//!
//! Sends a confirmation for each: `subscribe`, the channel, and to how many channels
//! and patterns the connection is subscribed now. Then each message as it comes:
//! `message`, the channel, the text.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::subscriptions::Topic;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SUBSCRIBE",
    group: Group::PubSub,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::PUBSUB.union(CommandFlags::NOSCRIPT).union(CommandFlags::SUBSCRIBED),
    since: "2.0.0",
    summary: "Subscribes the connection to channels.",
    syntax: "SUBSCRIBE channel [channel ...]",
    run: Run::Later(run),
};

fn run(call: &mut Call<'_>) -> Result<Option<Reply>, CommandError> {
    apply(call, Topic::Channel, "subscribe")
}

/// Subscribes to each name and confirms it. PSUBSCRIBE is a call of this.
pub(super) fn apply(
    call: &mut Call<'_>,
    topic: Topic,
    word: &str,
) -> Result<Option<Reply>, CommandError> {
    for name in call.args.rest() {
        let count = call.state.subscribe(call.connection, topic, name);
        confirm(call, word, Reply::bulk(name), count);
    }
    Ok(None)
}

/// Confirms that something was begun or ended.
pub(super) fn confirm(call: &mut Call<'_>, word: &str, name: Reply, count: usize) {
    let count = Reply::Integer(i64::try_from(count).unwrap_or(i64::MAX));
    call.push(call.connection, Reply::Push(vec![Reply::bulk(word), name, count]));
}
