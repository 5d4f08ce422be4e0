//! Counts the members of a sorted set in a range of scores.
//!
//! ```text
//! ZCOUNT key min max
//! ```
//!
//! Replies how many there are. Both bounds are included, or excluded if a `(` stands
//! before them; `-inf` and `+inf` are bounds too.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::range::ScoreRange;
use crate::value::SortedSet;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZCOUNT",
    group: Group::SortedSet,
    arity: Arity::Exactly(4),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "2.0.0",
    summary: "Counts the members of a sorted set in a range of scores.",
    syntax: "ZCOUNT key min max",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (key, min, max) = (call.args.next()?, call.args.next()?, call.args.next()?);
    let range = ScoreRange::parse(min, max)?;
    let mut keyspace = call.keyspace();
    let ranks = keyspace.read::<SortedSet>(key)?.map(|set| set.ranks_by_score(&range));
    Ok(Reply::Integer(ranks.map_or(0, |ranks| ranks.len() as i64)))
}
