//! Lists the channels to which somebody is subscribed by name.
//!
//! ```text
//! PUBSUB CHANNELS [pattern]
//! ```
//!
//! Replies those that the pattern matches, in the order of names; Redis leaves the
//! order to a hash table.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::glob;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "PUBSUB CHANNELS",
    group: Group::PubSub,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::PUBSUB,
    since: "2.8.0",
    summary: "Lists the channels to which somebody is subscribed by name.",
    syntax: "PUBSUB CHANNELS [pattern]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let pattern = match call.args.rest() {
        [] => None,
        [pattern] => Some(pattern),
        _ => return Err(CommandError::pubsub_arguments(call.args.words()[1])),
    };
    let channels = call.state.subscribers.channels();
    let matching =
        channels.filter(|name| pattern.is_none_or(|pattern| glob::matches(pattern, name)));
    Ok(Reply::Array(matching.cloned().map(Reply::Bulk).collect()))
}
