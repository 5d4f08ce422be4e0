//! Takes from the integer at a key.
//!
//! ```text
//! DECRBY key decrement
//! ```
//!
//! Replies the difference; all else is as in `INCRBY` of the negated amount.

use super::incrby;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "DECRBY",
    group: Group::String,
    arity: Arity::Exactly(3),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Takes from the integer at a key.",
    syntax: "DECRBY key decrement",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let decrement = call.args.next_i64()?;
    let increment = decrement.checked_neg().ok_or(CommandError::DecrementOverflow)?;
    incrby::apply(call, key, increment)
}
