//! Forgets all scripts.
//!
//! ```text
//! SCRIPT FLUSH [ASYNC | SYNC]
//! ```
//!
//! Replies `OK`. When memory is given back makes no difference here.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::script_bodies::ScriptBodies;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SCRIPT FLUSH",
    group: Group::Scripting,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::NOSCRIPT,
    since: "2.6.0",
    summary: "Forgets all scripts.",
    syntax: "SCRIPT FLUSH [ASYNC | SYNC]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    if !call.args.is_done() {
        let known = call.args.keyword("ASYNC") || call.args.keyword("SYNC");
        if !known || !call.args.is_done() {
            let text = b"ERR SCRIPT FLUSH only support SYNC|ASYNC option";
            return Err(CommandError::Text(Blob::from(&text[..])));
        }
    }
    call.state.scripts = ScriptBodies::default();
    Ok(Reply::OK)
}
