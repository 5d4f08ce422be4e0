//! Subscribes the connection to all channels that match patterns.
//!
//! ```text
//! PSUBSCRIBE pattern [pattern ...]
//! ```
//!
//! Sends a confirmation for each, as SUBSCRIBE does. Then each message as it comes:
//! `pmessage`, the pattern, the channel, the text; one that several patterns match
//! comes several times.

use super::subscribe;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::subscriptions::Topic;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "PSUBSCRIBE",
    group: Group::PubSub,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::PUBSUB.union(CommandFlags::NOSCRIPT).union(CommandFlags::SUBSCRIBED),
    since: "2.0.0",
    summary: "Subscribes the connection to all channels that match patterns.",
    syntax: "PSUBSCRIBE pattern [pattern ...]",
    run: Run::Later(run),
};

fn run(call: &mut Call<'_>) -> Result<Option<Reply>, CommandError> {
    subscribe::apply(call, Topic::Pattern, "psubscribe")
}
