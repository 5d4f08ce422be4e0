//! Removes keys, freeing memory later.
//!
//! ```text
//! UNLINK key [key ...]
//! ```
//!
//! Replies how many of them were there. Here it is `DEL`: nothing is left to be freed.

use super::del;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "UNLINK",
    group: Group::Generic,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "4.0.0",
    summary: "Removes keys, freeing memory later.",
    syntax: "UNLINK key [key ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    del::apply(call)
}
