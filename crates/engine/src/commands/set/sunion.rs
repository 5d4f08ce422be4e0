//! Reads the members that any of the sets at these keys has.
//!
//! ```text
//! SUNION key [key ...]
//! ```
//!
//! Replies a set. A key that does not exist counts as an empty set.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Set;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SUNION",
    group: Group::Set,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::READONLY,
    since: "1.0.0",
    summary: "Reads the members that any of the sets at these keys has.",
    syntax: "SUNION key [key ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let keys = call.args.rest();
    let union = union(call, keys)?;
    Ok(Reply::Set(union.iter().cloned().map(Reply::Bulk).collect()))
}

pub(super) fn union(call: &mut Call<'_>, keys: &[&[u8]]) -> Result<Set, CommandError> {
    let mut keyspace = call.keyspace();
    let mut union = Set::default();
    for key in keys {
        for member in keyspace.read::<Set>(key)?.into_iter().flat_map(Set::iter) {
            union.insert(member);
        }
    }
    Ok(union)
}
