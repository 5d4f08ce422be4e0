//! Tells how often a key is looked at.
//!
//! ```text
//! OBJECT FREQ key
//! ```
//!
//! Replies an error: it is counted only where the server evicts keys by it, which this one
//! does not. Nil without the key.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "OBJECT FREQ",
    group: Group::Generic,
    arity: Arity::Exactly(3),
    flags: CommandFlags::READONLY,
    since: "4.0.0",
    summary: "Tells how often a key is looked at.",
    syntax: "OBJECT FREQ key",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    if call.keyspace().exists(key) { Err(CommandError::LfuNotSelected) } else { Ok(Reply::Nil) }
}
