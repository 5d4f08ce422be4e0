//! Writes a string to a key and reads the one before.
//!
//! ```text
//! GETSET key value
//! ```
//!
//! Replies the string that was there, or nil; the key has no expiry afterwards. It is
//! `SET key value GET`.

use super::get;
use super::set::{self, Condition};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::keyspace::Expire;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "GETSET",
    group: Group::String,
    arity: Arity::Exactly(3),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Writes a string to a key and reads the one before.",
    syntax: "GETSET key value",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (key, value) = (call.args.next()?, call.args.next()?);
    let before = get::apply(call, key)?;
    set::apply(call, key, value, Condition::Always, Expire::Never)?;
    Ok(before)
}
