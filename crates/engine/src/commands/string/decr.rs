//! Takes one from the integer at a key.
//!
//! ```text
//! DECR key
//! ```
//!
//! Replies the difference; all else is as in `INCRBY key -1`.

use super::incrby;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "DECR",
    group: Group::String,
    arity: Arity::Exactly(2),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Takes one from the integer at a key.",
    syntax: "DECR key",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    incrby::apply(call, key, -1)
}
