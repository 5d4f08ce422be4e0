//! Takes the members with the highest scores out of a sorted set.
//!
//! ```text
//! ZPOPMAX key [count]
//! ```
//!
//! Replies as ZPOPMIN, the highest first.

use super::zpopmin::{self, Side};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZPOPMAX",
    group: Group::SortedSet,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "5.0.0",
    summary: "Takes the members with the highest scores out of a sorted set.",
    syntax: "ZPOPMAX key [count]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    zpopmin::pop(call, Side::Max)
}
