//! Looks after the configuration.
//!
//! ```text
//! CONFIG subcommand [argument [argument ...]]
//! ```
//!
//! A container: `CONFIG GET` and `CONFIG SET`.

use super::{config_get, config_set};
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "CONFIG",
    group: Group::Server,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::empty(),
    since: "2.0.0",
    summary: "Looks after the configuration.",
    syntax: "CONFIG subcommand [argument [argument ...]]",
    run: Run::Container(&[&config_get::SPEC, &config_set::SPEC]),
};
