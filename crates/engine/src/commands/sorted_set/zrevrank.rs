//! Tells how many members of a sorted set come behind one.
//!
//! ```text
//! ZREVRANK key member
//! ```
//!
//! Replies the rank, 0 for the highest score; nil without the member.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::SortedSet;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZREVRANK",
    group: Group::SortedSet,
    arity: Arity::Exactly(3),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "2.0.0",
    summary: "Tells how many members of a sorted set come behind one.",
    syntax: "ZREVRANK key member",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (key, member) = (call.args.next()?, call.args.next()?);
    let mut keyspace = call.keyspace();
    let set = keyspace.read::<SortedSet>(key)?;
    let rank = set.and_then(|set| Some(set.len() - 1 - set.rank(member)?));
    Ok(rank.map_or(Reply::Nil, |rank| Reply::Integer(rank as i64)))
}
