//! Ends subscriptions to patterns, to all if none is named.
//!
//! ```text
//! PUNSUBSCRIBE [pattern [pattern ...]]
//! ```
//!
//! Sends confirmations as UNSUBSCRIBE does.

use super::unsubscribe;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::subscriptions::Topic;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "PUNSUBSCRIBE",
    group: Group::PubSub,
    arity: Arity::AtLeast(1),
    flags: CommandFlags::PUBSUB.union(CommandFlags::NOSCRIPT).union(CommandFlags::SUBSCRIBED),
    since: "2.0.0",
    summary: "Ends subscriptions to patterns, to all if none is named.",
    syntax: "PUNSUBSCRIBE [pattern [pattern ...]]",
    run: Run::Later(run),
};

fn run(call: &mut Call<'_>) -> Result<Option<Reply>, CommandError> {
    unsubscribe::apply(call, Topic::Pattern, "punsubscribe")
}
