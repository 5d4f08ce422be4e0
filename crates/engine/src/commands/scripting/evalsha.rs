//! Runs a Lua script that the server has seen, by the SHA1 of its body.
//!
//! ```text
//! EVALSHA sha1 numkeys [key [key ...]] [arg [arg ...]]
//! ```
//!
//! Replies what the script returns, as a reply; the error `NOSCRIPT` for a
//! script that the server has not seen or has forgotten. Whoever gets that error
//! knows that nothing was run, and can send the body with `EVAL`.

use super::keys_and_arguments;
use crate::ScriptSha;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::script::Access;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "EVALSHA",
    group: Group::Scripting,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::NOSCRIPT,
    since: "2.6.0",
    summary: "Runs a Lua script that the server has seen, by the SHA1 of its body.",
    syntax: "EVALSHA sha1 numkeys [key [key ...]] [arg [arg ...]]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    evalsha(call, Access::Writes)
}

/// Runs the script whose SHA1 comes next, with the keys and arguments that
/// follow.
pub(super) fn evalsha(call: &mut Call<'_>, access: Access) -> Result<Reply, CommandError> {
    let hex = call.args.next()?;
    if hex.len() != 40 {
        return Err(CommandError::NoScript);
    }
    let keys_and_argv = keys_and_arguments(call)?;
    let sha = ScriptSha::parse(hex).ok_or(CommandError::NoScript)?;
    if call.state.scripts.get(sha).is_none() {
        return Err(CommandError::NoScript);
    }
    let host = call.host;
    host.run(call, sha, access, keys_and_argv)
}
