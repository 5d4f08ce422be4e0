//! Takes a range of names out of a sorted set.
//!
//! ```text
//! ZREMRANGEBYLEX key min max
//! ```
//!
//! Replies how many members that are. The range is told as for ZLEXCOUNT; the last
//! member takes the key with it.

use super::zremrangebyrank::remove;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::range::NameRange;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZREMRANGEBYLEX",
    group: Group::SortedSet,
    arity: Arity::Exactly(4),
    flags: CommandFlags::WRITE,
    since: "2.8.9",
    summary: "Takes a range of names out of a sorted set.",
    syntax: "ZREMRANGEBYLEX key min max",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (key, min, max) = (call.args.next()?, call.args.next()?, call.args.next()?);
    let range = NameRange::parse(min, max)?;
    remove(call, key, "zremrangebylex", |set| set.ranks_by_name(&range, false, 0))
}
