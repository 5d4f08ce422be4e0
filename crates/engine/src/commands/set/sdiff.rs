//! Reads the members of the set at the first key that none of the others has.
//!
//! ```text
//! SDIFF key [key ...]
//! ```
//!
//! Replies a set. A key that does not exist counts as an empty set.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Set;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SDIFF",
    group: Group::Set,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::READONLY,
    since: "1.0.0",
    summary: "Reads the members of the set at the first key that none of the others has.",
    syntax: "SDIFF key [key ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let keys = call.args.rest();
    let difference = difference(call, keys)?;
    Ok(Reply::Set(difference.iter().cloned().map(Reply::Bulk).collect()))
}

pub(super) fn difference(call: &mut Call<'_>, keys: &[&[u8]]) -> Result<Set, CommandError> {
    let mut keyspace = call.keyspace();
    let mut members: Vec<Blob> = Vec::new();
    for (index, key) in keys.iter().enumerate() {
        let Some(set) = keyspace.read::<Set>(key)? else { continue };
        if index == 0 {
            members = set.iter().cloned().collect();
        } else {
            members.retain(|member| !set.contains(member));
        }
    }
    Ok(members.iter().collect())
}
