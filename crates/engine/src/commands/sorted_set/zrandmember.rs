//! Draws members of a sorted set at random.
//!
//! ```text
//! ZRANDMEMBER key [count [WITHSCORES]]
//! ```
//!
//! Replies one member, nil without the key. With a count, so many different members,
//! all of them if there are fewer, from the highest to the lowest; with a count below
//! zero so many, of which the same may come again. `WITHSCORES` adds the scores: in
//! pairs, for RESP2 in turn.
//!
//! The choice follows from the seed of the state. Redis draws with repetition as often
//! as it is told to; here 1,048,576 times at most.

use super::members_reply;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::{Score, SortedSet};
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZRANDMEMBER",
    group: Group::SortedSet,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::READONLY,
    since: "6.2.0",
    summary: "Draws members of a sorted set at random.",
    syntax: "ZRANDMEMBER key [count [WITHSCORES]]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    if call.args.is_done() {
        let drawn = draw(call, key, 1)?.pop();
        return Ok(drawn.map_or(Reply::Nil, |(member, _)| Reply::Bulk(member)));
    }
    let count = call.args.next_count()?;
    let with_scores = call.args.keyword("WITHSCORES");
    if !call.args.is_done() {
        return Err(CommandError::Syntax);
    }
    // Redis doubles the count here.
    if with_scores && count.unsigned_abs() > i64::MAX.unsigned_abs() / 2 {
        return Err(CommandError::OutOfRange);
    }
    let drawn = draw(call, key, count)?.into_iter();
    Ok(members_reply(drawn, with_scores, call.session.protocol))
}

fn draw(call: &mut Call<'_>, key: &[u8], count: i64) -> Result<Vec<(Blob, Score)>, CommandError> {
    let size = call.keyspace().read::<SortedSet>(key)?.map_or(0, SortedSet::len);
    let mut drawn = call.state.random.draw(size, count)?;
    if count > 0 {
        drawn.sort_unstable_by(|one, other| other.cmp(one));
    }
    let mut keyspace = call.keyspace();
    let members = keyspace.read::<SortedSet>(key)?.into_iter().flat_map(SortedSet::iter);
    let members: Vec<_> = members.collect();
    let member = |rank: usize| (members[rank].0.clone(), members[rank].1);
    Ok(drawn.into_iter().map(member).collect())
}
