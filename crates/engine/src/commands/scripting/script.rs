//! Looks after the scripts that the server has seen.
//!
//! ```text
//! SCRIPT subcommand [argument [argument ...]]
//! ```
//!
//! A container: `SCRIPT EXISTS`, `SCRIPT FLUSH` and `SCRIPT LOAD`.

use super::{script_exists, script_flush, script_load};
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SCRIPT",
    group: Group::Scripting,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::empty(),
    since: "2.6.0",
    summary: "Looks after the scripts that the server has seen.",
    syntax: "SCRIPT subcommand [argument [argument ...]]",
    run: Run::Container(&[&script_exists::SPEC, &script_flush::SPEC, &script_load::SPEC]),
};
