//! Reads all fields and values of the hash at a key.
//!
//! ```text
//! HGETALL key
//! ```
//!
//! Replies a map, for RESP2 fields and values in turn; an empty one without the key.
//! The fields come in the order in which they were added; Redis keeps that order
//! while the hash is small.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Hash;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "HGETALL",
    group: Group::Hash,
    arity: Arity::Exactly(2),
    flags: CommandFlags::READONLY,
    since: "2.0.0",
    summary: "Reads all fields and values of the hash at a key.",
    syntax: "HGETALL key",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let mut keyspace = call.keyspace();
    let fields = keyspace.read::<Hash>(key)?.into_iter().flat_map(Hash::iter);
    let pairs =
        fields.map(|(field, value)| (Reply::Bulk(field.clone()), Reply::Bulk(value.clone())));
    Ok(Reply::Map(pairs.collect()))
}
