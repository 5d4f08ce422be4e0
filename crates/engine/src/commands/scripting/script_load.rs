//! Compiles a Lua script and keeps its body for EVALSHA.
//!
//! ```text
//! SCRIPT LOAD script
//! ```
//!
//! Replies the SHA1 of the body.

use crate::ScriptSha;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SCRIPT LOAD",
    group: Group::Scripting,
    arity: Arity::Exactly(3),
    flags: CommandFlags::NOSCRIPT,
    since: "2.6.0",
    summary: "Compiles a Lua script and keeps its body for EVALSHA.",
    syntax: "SCRIPT LOAD script",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let body = call.args.next()?;
    let sha = ScriptSha::of(body);
    call.host.compile(sha, body)?;
    call.state.scripts.keep(sha, body);
    Ok(Reply::bulk(sha.to_string()))
}
