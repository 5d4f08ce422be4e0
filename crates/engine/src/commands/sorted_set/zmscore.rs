//! Tells the scores of several members of a sorted set.
//!
//! ```text
//! ZMSCORE key member [member ...]
//! ```
//!
//! Replies a list of scores, nil in it for each member that is not there.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::{Score, SortedSet};
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZMSCORE",
    group: Group::SortedSet,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "6.2.0",
    summary: "Tells the scores of several members of a sorted set.",
    syntax: "ZMSCORE key member [member ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let members = call.args.rest();
    let mut keyspace = call.keyspace();
    let set = keyspace.read::<SortedSet>(key)?;
    let score = |member: &&[u8]| set.and_then(|set| set.score(member));
    let scores = members.iter().map(score).map(|score| score.map_or(Reply::Nil, Score::reply));
    Ok(Reply::Array(scores.collect()))
}
