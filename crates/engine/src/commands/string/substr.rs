//! Reads a part of the string at a key, under an older name.
//!
//! ```text
//! SUBSTR key start end
//! ```
//!
//! It is `GETRANGE`.

use super::getrange;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SUBSTR",
    group: Group::String,
    arity: Arity::Exactly(4),
    flags: CommandFlags::READONLY,
    since: "1.0.0",
    summary: "Reads a part of the string at a key, under an older name.",
    syntax: "SUBSTR key start end",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    getrange::apply(call)
}
