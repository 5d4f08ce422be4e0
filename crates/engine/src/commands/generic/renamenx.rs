//! Gives a key another name if no key has it.
//!
//! ```text
//! RENAMENX key newkey
//! ```
//!
//! Replies 1 if it did, 0 if the new name is taken, an error without the key.

use super::rename::{self, Target};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "RENAMENX",
    group: Group::Generic,
    arity: Arity::Exactly(3),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Gives a key another name if no key has it.",
    syntax: "RENAMENX key newkey",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    Ok(Reply::Integer(i64::from(rename::apply(call, Target::Respect)?)))
}
