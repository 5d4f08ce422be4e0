//! Counts the different patterns to which somebody is subscribed.
//!
//! ```text
//! PUBSUB NUMPAT
//! ```
//!
//! Replies the count.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "PUBSUB NUMPAT",
    group: Group::PubSub,
    arity: Arity::Exactly(2),
    flags: CommandFlags::PUBSUB,
    since: "2.8.0",
    summary: "Counts the different patterns to which somebody is subscribed.",
    syntax: "PUBSUB NUMPAT",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let count = call.state.subscribers.pattern_len();
    Ok(Reply::Integer(i64::try_from(count).unwrap_or(i64::MAX)))
}
