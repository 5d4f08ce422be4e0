//! Runs a Lua script.
//!
//! ```text
//! EVAL script numkeys [key [key ...]] [arg [arg ...]]
//! ```
//!
//! Replies what the script returns, as a reply.
//!
//! No other command comes in between its commands, and time stands still. The
//! body is kept for `EVALSHA`. What the script wrote before an error stays.

use super::keys_and_arguments;
use crate::ScriptSha;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::script::Access;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "EVAL",
    group: Group::Scripting,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::NOSCRIPT,
    since: "2.6.0",
    summary: "Runs a Lua script.",
    syntax: "EVAL script numkeys [key [key ...]] [arg [arg ...]]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    eval(call, Access::Writes)
}

/// Runs the script that comes next, with the keys and arguments that follow.
pub(super) fn eval(call: &mut Call<'_>, access: Access) -> Result<Reply, CommandError> {
    let body = call.args.next()?;
    let keys_and_argv = keys_and_arguments(call)?;
    let sha = ScriptSha::of(body);
    let host = call.host;
    host.compile(sha, body)?;
    call.state.scripts.keep(sha, body);
    host.run(call, sha, access, keys_and_argv)
}
