//! Tells what PUBSUB can do.
//!
//! ```text
//! PUBSUB HELP
//! ```
//!
//! Replies an array of lines, Redis's own: those about shards too, which this server
//! does not have.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "PUBSUB HELP",
    group: Group::PubSub,
    arity: Arity::Exactly(2),
    flags: CommandFlags::empty(),
    since: "6.2.0",
    summary: "Tells what PUBSUB can do.",
    syntax: "PUBSUB HELP",
    run: Run::Command(run),
};

const LINES: [&str; 14] = [
    "PUBSUB <subcommand> [<arg> [value] [opt] ...]. Subcommands are:",
    "CHANNELS [<pattern>]",
    "    Return the currently active channels matching a <pattern> (default: '*').",
    "NUMPAT",
    "    Return number of subscriptions to patterns.",
    "NUMSUB [<channel> ...]",
    "    Return the number of subscribers for the specified channels, excluding",
    "    pattern subscriptions(default: no channels).",
    "SHARDCHANNELS [<pattern>]",
    "    Return the currently active shard level channels matching a <pattern> (default: '*').",
    "SHARDNUMSUB [<shardchannel> ...]",
    "    Return the number of subscribers for the specified shard level channel(s)",
    "HELP",
    "    Prints this help.",
];

fn run(_: &mut Call<'_>) -> Result<Reply, CommandError> {
    Ok(Reply::Array(LINES.into_iter().map(Reply::simple).collect()))
}
