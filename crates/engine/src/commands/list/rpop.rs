//! Takes elements from the tail of a list.
//!
//! ```text
//! RPOP key [count]
//! ```
//!
//! Replies the element, nil without the key. With a count, replies up to so many
//! elements, the last of the list first. The last element takes the key with it.

use super::lpop;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::End;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "RPOP",
    group: Group::List,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Takes elements from the tail of a list.",
    syntax: "RPOP key [count]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    lpop::pop(call, End::Right, "rpop")
}
