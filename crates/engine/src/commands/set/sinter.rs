//! Reads the members that the sets at all these keys have.
//!
//! ```text
//! SINTER key [key ...]
//! ```
//!
//! Replies a set. A key that does not exist counts as an empty set.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Set;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SINTER",
    group: Group::Set,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::READONLY,
    since: "1.0.0",
    summary: "Reads the members that the sets at all these keys have.",
    syntax: "SINTER key [key ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let keys = call.args.rest();
    let members = intersection(call, keys)?;
    Ok(Reply::Set(members.into_iter().map(Reply::Bulk).collect()))
}

/// The common members, in the order of the smallest set, which is walked and
/// looked up in the others.
pub(super) fn intersection(call: &mut Call<'_>, keys: &[&[u8]]) -> Result<Vec<Blob>, CommandError> {
    let mut keyspace = call.keyspace();
    let mut smallest: Option<(usize, &[u8])> = None;
    for key in keys {
        let length = keyspace.read::<Set>(key)?.map_or(0, Set::len);
        if smallest.is_none_or(|(least, _)| length < least) {
            smallest = Some((length, key));
        }
    }
    let Some((1.., smallest)) = smallest else {
        return Ok(Vec::new());
    };
    let walked = keyspace.read::<Set>(smallest)?.into_iter().flat_map(Set::iter);
    let mut members: Vec<Blob> = walked.cloned().collect();
    for key in keys.iter().filter(|key| **key != smallest) {
        if let Some(set) = keyspace.read::<Set>(key)? {
            members.retain(|member| set.contains(member));
        }
    }
    Ok(members)
}
