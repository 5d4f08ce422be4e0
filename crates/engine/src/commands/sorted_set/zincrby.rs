//! Adds to the score of a member of a sorted set.
//!
//! ```text
//! ZINCRBY key increment member
//! ```
//!
//! Replies the sum. A member that is not there counts as one with the score 0.

use super::zadd;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZINCRBY",
    group: Group::SortedSet,
    arity: Arity::Exactly(4),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "1.2.0",
    summary: "Adds to the score of a member of a sorted set.",
    syntax: "ZINCRBY key increment member",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let pair = call.args.rest();
    zadd::apply(call, key, pair, zadd::Options::INCR)
}
