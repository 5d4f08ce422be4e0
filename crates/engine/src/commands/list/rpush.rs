//! Adds elements at the tail of a list.
//!
//! ```text
//! RPUSH key element [element ...]
//! ```
//!
//! Replies the new length. A key that does not exist counts as an empty list.

use super::lpush::{Absent, push};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::End;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "RPUSH",
    group: Group::List,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Adds elements at the tail of a list.",
    syntax: "RPUSH key element [element ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    push(call, End::Right, Absent::Create)
}
