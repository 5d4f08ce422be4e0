//! Reads all values of the hash at a key.
//!
//! ```text
//! HVALS key
//! ```
//!
//! Replies the values in the order of HGETALL; none without the key.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Hash;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "HVALS",
    group: Group::Hash,
    arity: Arity::Exactly(2),
    flags: CommandFlags::READONLY,
    since: "2.0.0",
    summary: "Reads all values of the hash at a key.",
    syntax: "HVALS key",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let mut keyspace = call.keyspace();
    let fields = keyspace.read::<Hash>(key)?.into_iter().flat_map(Hash::iter);
    Ok(Reply::Array(fields.map(|(_, value)| Reply::Bulk(value.clone())).collect()))
}
