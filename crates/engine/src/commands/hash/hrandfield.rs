//! Draws fields of the hash at a key at random.
//!
//! ```text
//! HRANDFIELD key [count [WITHVALUES]]
//! ```
//!
//! Replies one field, nil without the key. With a count, so many different fields,
//! all of them if there are fewer; with a count below zero so many, of which the same
//! may come again. `WITHVALUES` adds the values: in pairs, for RESP2 in turn.
//!
//! The choice follows from the seed of the state. Redis draws with repetition as
//! often as it is told to; here 1,048,576 times at most.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Hash;
use lockstep_resp::{Blob, Protocol, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "HRANDFIELD",
    group: Group::Hash,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::READONLY,
    since: "6.2.0",
    summary: "Draws fields of the hash at a key at random.",
    syntax: "HRANDFIELD key [count [WITHVALUES]]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    if call.args.is_done() {
        let drawn = draw(call, key, 1)?.pop();
        return Ok(drawn.map_or(Reply::Nil, |(field, _)| Reply::Bulk(field)));
    }
    let count = call.args.next_count()?;
    let with_values = call.args.keyword("WITHVALUES");
    if !call.args.is_done() {
        return Err(CommandError::Syntax);
    }
    // Redis doubles the count here.
    if with_values && count.unsigned_abs() > i64::MAX.unsigned_abs() / 2 {
        return Err(CommandError::OutOfRange);
    }
    let drawn = draw(call, key, count)?.into_iter();
    let drawn = drawn.map(|(field, value)| [Reply::Bulk(field), Reply::Bulk(value)]);
    Ok(Reply::Array(match call.session.protocol {
        _ if !with_values => drawn.map(|[field, _]| field).collect(),
        Protocol::Resp2 => drawn.flatten().collect(),
        Protocol::Resp3 => drawn.map(|pair| Reply::Array(pair.into())).collect(),
    }))
}

fn draw(call: &mut Call<'_>, key: &[u8], count: i64) -> Result<Vec<(Blob, Blob)>, CommandError> {
    let size = call.keyspace().read::<Hash>(key)?.map_or(0, Hash::len);
    let drawn = call.state.random.draw(size, count)?;
    let mut keyspace = call.keyspace();
    let fields: Vec<_> = keyspace.read::<Hash>(key)?.into_iter().flat_map(Hash::iter).collect();
    let pair = |index: usize| (fields[index].0.clone(), fields[index].1.clone());
    Ok(drawn.into_iter().map(pair).collect())
}
