//! Tells how many members of a sorted set come before one.
//!
//! ```text
//! ZRANK key member
//! ```
//!
//! Replies the rank, 0 for the lowest score; nil without the member.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::SortedSet;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZRANK",
    group: Group::SortedSet,
    arity: Arity::Exactly(3),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "2.0.0",
    summary: "Tells how many members of a sorted set come before one.",
    syntax: "ZRANK key member",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (key, member) = (call.args.next()?, call.args.next()?);
    let mut keyspace = call.keyspace();
    let rank = keyspace.read::<SortedSet>(key)?.and_then(|set| set.rank(member));
    Ok(rank.map_or(Reply::Nil, |rank| Reply::Integer(rank as i64)))
}
