//! Runs a Lua script that only reads, by the SHA1 of its body.
//!
//! ```text
//! EVALSHA_RO sha1 numkeys [key [key ...]] [arg [arg ...]]
//! ```
//!
//! Replies as `EVALSHA` does. A command in the script that writes is an error; a
//! script with a line `#!lua` must have the flag `no-writes` there.

use super::evalsha::evalsha;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::script::Access;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "EVALSHA_RO",
    group: Group::Scripting,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::NOSCRIPT.union(CommandFlags::READONLY),
    since: "7.0.0",
    summary: "Runs a Lua script that only reads, by the SHA1 of its body.",
    syntax: "EVALSHA_RO sha1 numkeys [key [key ...]] [arg [arg ...]]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    evalsha(call, Access::Reads)
}
