//! Takes a range of scores out of a sorted set.
//!
//! ```text
//! ZREMRANGEBYSCORE key min max
//! ```
//!
//! Replies how many members that are. The range is told as for ZCOUNT; the last member
//! takes the key with it.

use super::zremrangebyrank::remove;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::range::ScoreRange;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZREMRANGEBYSCORE",
    group: Group::SortedSet,
    arity: Arity::Exactly(4),
    flags: CommandFlags::WRITE,
    since: "1.2.0",
    summary: "Takes a range of scores out of a sorted set.",
    syntax: "ZREMRANGEBYSCORE key min max",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (key, min, max) = (call.args.next()?, call.args.next()?, call.args.next()?);
    let range = ScoreRange::parse(min, max)?;
    remove(call, key, "zremrangebyscore", |set| set.ranks_by_score(&range))
}
