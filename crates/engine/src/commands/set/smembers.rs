//! Reads all members of the set at a key.
//!
//! ```text
//! SMEMBERS key
//! ```
//!
//! Replies a set, an empty one without the key. Integers alone come in numeric order,
//! up to 512 of them; other members in the order in which they were added, where
//! Redis has an order that differs from run to run.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Set;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SMEMBERS",
    group: Group::Set,
    arity: Arity::Exactly(2),
    flags: CommandFlags::READONLY,
    since: "1.0.0",
    summary: "Reads all members of the set at a key.",
    syntax: "SMEMBERS key",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let mut keyspace = call.keyspace();
    let members = keyspace.read::<Set>(key)?.into_iter().flat_map(Set::iter);
    Ok(Reply::Set(members.cloned().map(Reply::Bulk).collect()))
}
