//! Tells who is subscribed to what.
//!
//! ```text
//! PUBSUB subcommand [argument [argument ...]]
//! ```
//!
//! A container: `PUBSUB CHANNELS`, `PUBSUB HELP`, `PUBSUB NUMPAT` and `PUBSUB NUMSUB`.

use super::{pubsub_channels, pubsub_help, pubsub_numpat, pubsub_numsub};
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "PUBSUB",
    group: Group::PubSub,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::empty(),
    since: "2.8.0",
    summary: "Tells who is subscribed to what.",
    syntax: "PUBSUB subcommand [argument [argument ...]]",
    run: Run::Container(&[
        &pubsub_channels::SPEC,
        &pubsub_help::SPEC,
        &pubsub_numpat::SPEC,
        &pubsub_numsub::SPEC,
    ]),
};
