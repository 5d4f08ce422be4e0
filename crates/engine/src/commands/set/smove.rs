//! Moves a member from the set at one key to the set at another.
//!
//! ```text
//! SMOVE source destination member
//! ```
//!
//! Replies 1 if the member was there, else 0. With the last member the source goes
//! too.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Set;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SMOVE",
    group: Group::Set,
    arity: Arity::Exactly(4),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Moves a member from the set at one key to the set at another.",
    syntax: "SMOVE source destination member",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (source, destination) = (call.args.next()?, call.args.next()?);
    let member = call.args.next()?;
    let mut keyspace = call.keyspace();
    // Without the source nobody minds what the destination holds.
    let Some(set) = keyspace.read::<Set>(source)? else {
        return Ok(Reply::Integer(0));
    };
    let found = set.contains(member);
    keyspace.read::<Set>(destination)?;
    if !found || source == destination {
        return Ok(Reply::Integer(i64::from(found)));
    }
    if let Some(set) = keyspace.write::<Set>(source)? {
        set.remove(member);
    }
    keyspace.notify("srem", source);
    keyspace.delete_if_exhausted(source);
    if keyspace.write_or_create::<Set>(&Blob::from(destination))?.insert(member) {
        keyspace.notify("sadd", destination);
    }
    Ok(Reply::Integer(1))
}
