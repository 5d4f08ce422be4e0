//! Takes a range of ranks out of a sorted set.
//!
//! ```text
//! ZREMRANGEBYRANK key start stop
//! ```
//!
//! Replies how many members that are. The range is told as for ZRANGE; the last member
//! takes the key with it.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::range::RankRange;
use crate::value::SortedSet;
use lockstep_resp::Reply;
use std::ops::Range;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZREMRANGEBYRANK",
    group: Group::SortedSet,
    arity: Arity::Exactly(4),
    flags: CommandFlags::WRITE,
    since: "2.0.0",
    summary: "Takes a range of ranks out of a sorted set.",
    syntax: "ZREMRANGEBYRANK key start stop",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let range = RankRange::parse(call.args.next()?, call.args.next()?)?;
    remove(call, key, "zremrangebyrank", |set| range.within(set.len()))
}

/// Takes out the members with the ranks that `ranks` tells. The other commands
/// that remove a range are calls of this; `event` is how that is called in
/// notifications.
pub(super) fn remove(
    call: &mut Call<'_>,
    key: &[u8],
    event: &'static str,
    ranks: impl FnOnce(&SortedSet) -> Range<usize>,
) -> Result<Reply, CommandError> {
    let mut keyspace = call.keyspace();
    let Some(set) = keyspace.write::<SortedSet>(key)? else { return Ok(Reply::Integer(0)) };
    let ranks = ranks(set);
    let removed = set.drain(ranks).len();
    if removed > 0 {
        keyspace.notify(event, key);
        keyspace.delete_if_exhausted(key);
    }
    Ok(Reply::Integer(removed as i64))
}
