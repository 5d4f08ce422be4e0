//! Runs a Lua script that only reads.
//!
//! ```text
//! EVAL_RO script numkeys [key [key ...]] [arg [arg ...]]
//! ```
//!
//! Replies what the script returns, as a reply. A command in it that writes is
//! an error; a script with a line `#!lua` must have the flag `no-writes` there.

use super::eval::eval;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::script::Access;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "EVAL_RO",
    group: Group::Scripting,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::NOSCRIPT.union(CommandFlags::READONLY),
    since: "7.0.0",
    summary: "Runs a Lua script that only reads.",
    syntax: "EVAL_RO script numkeys [key [key ...]] [arg [arg ...]]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    eval(call, Access::Reads)
}
