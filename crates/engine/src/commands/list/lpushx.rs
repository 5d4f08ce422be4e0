//! Adds elements at the head of a list that is there already.
//!
//! ```text
//! LPUSHX key element [element ...]
//! ```
//!
//! Replies the new length, 0 without the key, which is not made then.

use super::lpush::{Absent, push};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::End;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "LPUSHX",
    group: Group::List,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "2.2.0",
    summary: "Adds elements at the head of a list that is there already.",
    syntax: "LPUSHX key element [element ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    push(call, End::Left, Absent::Leave)
}
