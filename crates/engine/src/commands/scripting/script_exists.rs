//! Tells which scripts the server has seen.
//!
//! ```text
//! SCRIPT EXISTS sha1 [sha1 ...]
//! ```
//!
//! Replies a list with 1 or 0 for each.

use crate::ScriptSha;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SCRIPT EXISTS",
    group: Group::Scripting,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::NOSCRIPT,
    since: "2.6.0",
    summary: "Tells which scripts the server has seen.",
    syntax: "SCRIPT EXISTS sha1 [sha1 ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let scripts = &call.state.scripts;
    let seen = |hex: &[u8]| ScriptSha::parse(hex).is_some_and(|sha| scripts.get(sha).is_some());
    let shas = call.args.rest().iter();
    Ok(Reply::Array(shas.map(|hex| Reply::Integer(i64::from(seen(hex)))).collect()))
}
