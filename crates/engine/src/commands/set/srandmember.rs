//! Draws members of the set at a key at random.
//!
//! ```text
//! SRANDMEMBER key [count]
//! ```
//!
//! Replies one member, nil without the key. With a count, so many different members,
//! all of them if there are fewer; with a count below zero so many, of which the same
//! may come again.
//!
//! The choice follows from the seed of the state. Redis draws with repetition as
//! often as it is told to; here 1,048,576 times at most.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Set;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SRANDMEMBER",
    group: Group::Set,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::READONLY,
    since: "1.0.0",
    summary: "Draws members of the set at a key at random.",
    syntax: "SRANDMEMBER key [count]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    if call.args.is_done() {
        let member = draw(call, key, 1)?.pop();
        return Ok(member.map_or(Reply::Nil, Reply::Bulk));
    }
    if call.args.rest().len() > 1 {
        return Err(CommandError::Syntax);
    }
    let count = call.args.next_count()?;
    let members = draw(call, key, count)?;
    Ok(Reply::Array(members.into_iter().map(Reply::Bulk).collect()))
}

fn draw(call: &mut Call<'_>, key: &[u8], count: i64) -> Result<Vec<Blob>, CommandError> {
    let size = call.keyspace().read::<Set>(key)?.map_or(0, Set::len);
    let drawn = call.state.random.draw(size, count)?;
    let mut keyspace = call.keyspace();
    let members: Vec<_> = keyspace.read::<Set>(key)?.into_iter().flat_map(Set::iter).collect();
    Ok(drawn.into_iter().map(|index| members[index].clone()).collect())
}
