//! Writes a string to a key with an expiry in seconds.
//!
//! ```text
//! SETEX key seconds value
//! ```
//!
//! Replies `OK`; it is `SET key value EX seconds`.

use super::set;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::commands::generic::expire::Deadline;
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SETEX",
    group: Group::String,
    arity: Arity::Exactly(4),
    flags: CommandFlags::WRITE,
    since: "2.0.0",
    summary: "Writes a string to a key with an expiry in seconds.",
    syntax: "SETEX key seconds value",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    set::apply_with_expiry(call, Deadline::InSeconds, "setex")
}
