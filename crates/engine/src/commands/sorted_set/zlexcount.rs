//! Counts the members of a sorted set in a range of names.
//!
//! ```text
//! ZLEXCOUNT key min max
//! ```
//!
//! Replies how many there are. A `[` before a bound includes it, a `(` excludes it; `-`
//! and `+` are before and behind all names. It has a meaning only if all scores are
//! equal.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::range::NameRange;
use crate::value::SortedSet;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZLEXCOUNT",
    group: Group::SortedSet,
    arity: Arity::Exactly(4),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "2.8.9",
    summary: "Counts the members of a sorted set in a range of names.",
    syntax: "ZLEXCOUNT key min max",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (key, min, max) = (call.args.next()?, call.args.next()?, call.args.next()?);
    let range = NameRange::parse(min, max)?;
    let mut keyspace = call.keyspace();
    let ranks = keyspace.read::<SortedSet>(key)?.map(|set| set.ranks_by_name(&range, false, 0));
    Ok(Reply::Integer(ranks.map_or(0, |ranks| ranks.len() as i64)))
}
