//! Tells what Redis knows about the value at a key.
//!
//! ```text
//! OBJECT subcommand [argument [argument ...]]
//! ```
//!
//! A container: `OBJECT ENCODING`, `OBJECT FREQ`, `OBJECT HELP`, `OBJECT IDLETIME`
//! and `OBJECT REFCOUNT`.

use super::{object_encoding, object_freq, object_help, object_idletime, object_refcount};
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "OBJECT",
    group: Group::Generic,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::empty(),
    since: "2.2.3",
    summary: "Tells what Redis knows about the value at a key.",
    syntax: "OBJECT subcommand [argument [argument ...]]",
    run: Run::Container(&[
        &object_encoding::SPEC,
        &object_freq::SPEC,
        &object_help::SPEC,
        &object_idletime::SPEC,
        &object_refcount::SPEC,
    ]),
};
