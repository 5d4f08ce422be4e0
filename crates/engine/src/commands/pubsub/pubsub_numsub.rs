//! Counts those who are subscribed to channels by name.
//!
//! ```text
//! PUBSUB NUMSUB [channel [channel ...]]
//! ```
//!
//! Replies each channel with its count, an array in both protocols.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "PUBSUB NUMSUB",
    group: Group::PubSub,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::PUBSUB,
    since: "2.8.0",
    summary: "Counts those who are subscribed to channels by name.",
    syntax: "PUBSUB NUMSUB [channel [channel ...]]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let subscribers = &call.state.subscribers;
    let count = |channel: &[u8]| {
        let count = subscribers.channel_len(channel);
        Reply::Integer(i64::try_from(count).unwrap_or(i64::MAX))
    };
    let channels = call.args.rest().iter();
    let counts = channels.flat_map(|&channel| [Reply::bulk(channel), count(channel)]);
    Ok(Reply::Array(counts.collect()))
}
