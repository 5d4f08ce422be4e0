//! Takes the member with the highest score out of the first sorted set that is there, or waits for one.
//!
//! ```text
//! BZPOPMAX key [key ...] timeout
//! ```
//!
//! Replies and waits as BZPOPMIN.

use super::bzpopmin;
use super::zpopmin::Side;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "BZPOPMAX",
    group: Group::SortedSet,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::WRITE
        .union(CommandFlags::NOSCRIPT)
        .union(CommandFlags::BLOCKING)
        .union(CommandFlags::FAST),
    since: "5.0.0",
    summary: "Takes the member with the highest score out of the first sorted set that is there, or waits for one.",
    syntax: "BZPOPMAX key [key ...] timeout",
    run: Run::Later(run),
};

fn run(call: &mut Call<'_>) -> Result<Option<Reply>, CommandError> {
    bzpopmin::pop(call, Side::Max)
}
