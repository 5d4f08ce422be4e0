//! Looks after the scripts that the server has seen.
//!
//! ```text
//! SCRIPT subcommand [argument [argument ...]]
//! ```
//!
//! A container: its subcommands are commands of their own.

use super::{script_debug, script_exists, script_flush, script_help, script_kill, script_load};
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SCRIPT",
    group: Group::Scripting,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::empty(),
    since: "2.6.0",
    summary: "Looks after the scripts that the server has seen.",
    syntax: "SCRIPT subcommand [argument [argument ...]]",
    run: Run::Container(&[
        &script_debug::SPEC,
        &script_exists::SPEC,
        &script_flush::SPEC,
        &script_help::SPEC,
        &script_kill::SPEC,
        &script_load::SPEC,
    ]),
};
