//! Writes strings to several keys.
//!
//! ```text
//! MSET key value [key value ...]
//! ```
//!
//! Replies `OK`. It is one step: nobody sees some of the keys written and others not.
//! The keys have no expiry afterwards.

use super::set::{self, Condition};
use crate::call::Call;
use crate::call::Caller;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::keyspace::Expire;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "MSET",
    group: Group::String,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::WRITE,
    since: "1.0.1",
    summary: "Writes strings to several keys.",
    syntax: "MSET key value [key value ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let pairs = pairs(call, SPEC.name)?;
    apply(call, pairs)?;
    Ok(Reply::OK)
}

/// The keys, each with its value behind it; `command` is the name that an error
/// carries. MSETNX is a call of this.
pub(super) fn pairs<'a>(
    call: &Call<'a>,
    command: &str,
) -> Result<&'a [[&'a [u8]; 2]], CommandError> {
    match call.args.rest().as_chunks() {
        (pairs, []) => Ok(pairs),
        // The command itself finds this, so that a script is told the same.
        _ => Err(CommandError::wrong_arity(Caller::Client, command)),
    }
}

/// Writes each value to its key. MSETNX is a call of this.
pub(super) fn apply(call: &mut Call<'_>, pairs: &[[&[u8]; 2]]) -> Result<(), CommandError> {
    for [key, value] in pairs {
        set::apply(call, key, value, Condition::Always, Expire::Never)?;
    }
    Ok(())
}
