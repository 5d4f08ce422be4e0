//! Reads several fields of the hash at a key.
//!
//! ```text
//! HMGET key field [field ...]
//! ```
//!
//! Replies the values in the order of the fields, nil for each that is not there.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Hash;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "HMGET",
    group: Group::Hash,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "2.0.0",
    summary: "Reads several fields of the hash at a key.",
    syntax: "HMGET key field [field ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let fields = call.args.rest();
    let mut keyspace = call.keyspace();
    let hash = keyspace.read::<Hash>(key)?;
    let value = |field: &&[u8]| hash.and_then(|hash| hash.get(field)).cloned();
    let values = fields.iter().map(|field| value(field).map_or(Reply::Nil, Reply::Bulk));
    Ok(Reply::Array(values.collect()))
}
