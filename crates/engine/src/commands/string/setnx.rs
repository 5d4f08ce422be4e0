//! Writes a string to a key that does not exist.
//!
//! ```text
//! SETNX key value
//! ```
//!
//! Replies 1 if it wrote, 0 if the key was there.
//!
//! As a lock it is the classic mistake: the key has no expiry, and a client that
//! crashes before its `EXPIRE` leaves a lock that nobody can take. `SET … NX PX`
//! does both in one step.

use super::set::{self, Condition};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::keyspace::Expire;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SETNX",
    group: Group::String,
    arity: Arity::Exactly(3),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Writes a string to a key that does not exist.",
    syntax: "SETNX key value",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (key, value) = (call.args.next()?, call.args.next()?);
    let written = set::apply(call, key, value, Condition::IfAbsent, Expire::Never)?;
    Ok(Reply::Integer(i64::from(written)))
}
