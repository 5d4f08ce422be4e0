//! Tells the score of a member of a sorted set.
//!
//! ```text
//! ZSCORE key member
//! ```
//!
//! Replies the score, nil without the member.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::{Score, SortedSet};
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZSCORE",
    group: Group::SortedSet,
    arity: Arity::Exactly(3),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "1.2.0",
    summary: "Tells the score of a member of a sorted set.",
    syntax: "ZSCORE key member",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (key, member) = (call.args.next()?, call.args.next()?);
    let mut keyspace = call.keyspace();
    let score = keyspace.read::<SortedSet>(key)?.and_then(|set| set.score(member));
    Ok(score.map_or(Reply::Nil, Score::reply))
}
