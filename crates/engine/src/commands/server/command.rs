//! Tells which commands there are.
//!
//! ```text
//! COMMAND
//! ```
//!
//! Replies COMMAND INFO of every command. A container too: `COMMAND COUNT`,
//! `COMMAND DOCS`, `COMMAND INFO` and `COMMAND LIST`. All of them read the records
//! from which this reference is made.

use super::{command_count, command_docs, command_info, command_list};
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "COMMAND",
    group: Group::Server,
    arity: Arity::AtLeast(1),
    flags: CommandFlags::empty(),
    since: "2.8.13",
    summary: "Tells which commands there are.",
    syntax: "COMMAND",
    run: Run::Either(
        command_info::all,
        &[&command_count::SPEC, &command_docs::SPEC, &command_info::SPEC, &command_list::SPEC],
    ),
};
