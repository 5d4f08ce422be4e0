//! Switches the Lua debugger of the connection on or off.
//!
//! ```text
//! SCRIPT DEBUG mode
//! ```
//!
//! The modes of Redis are `YES`, `SYNC` and `NO`. There is no debugger here, so
//! that only `NO` is answered by `OK`, the others by an error.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SCRIPT DEBUG",
    group: Group::Scripting,
    arity: Arity::Exactly(3),
    flags: CommandFlags::NOSCRIPT,
    since: "3.2.0",
    summary: "Switches the Lua debugger of the connection on or off.",
    syntax: "SCRIPT DEBUG mode",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    if call.args.keyword("NO") {
        return Ok(Reply::OK);
    }
    let text = if call.args.keyword("YES") || call.args.keyword("SYNC") {
        &b"ERR There is no Lua debugger. Use SCRIPT DEBUG NO"[..]
    } else {
        &b"ERR Use SCRIPT DEBUG YES/SYNC/NO"[..]
    };
    Err(CommandError::Text(Blob::from(text)))
}
