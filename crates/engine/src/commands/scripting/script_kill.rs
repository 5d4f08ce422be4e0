//! Stops the script that is running.
//!
//! ```text
//! SCRIPT KILL
//! ```
//!
//! Always the error `NOTBUSY`: a script runs to its end, or to its limit, before
//! the next command comes in.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SCRIPT KILL",
    group: Group::Scripting,
    arity: Arity::Exactly(2),
    flags: CommandFlags::NOSCRIPT,
    since: "2.6.0",
    summary: "Stops the script that is running.",
    syntax: "SCRIPT KILL",
    run: Run::Command(run),
};

fn run(_: &mut Call<'_>) -> Result<Reply, CommandError> {
    let text = b"NOTBUSY No scripts in execution right now.";
    Err(CommandError::Text(Blob::from(&text[..])))
}
