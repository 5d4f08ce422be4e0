//! Tells how many milliseconds a key still has.
//!
//! ```text
//! PTTL key
//! ```
//!
//! Replies the remaining time, 0 in the last millisecond at which the key is alive; -1
//! for a key without expiry, -2 without the key.

use super::ttl::{self, Since, Unit};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "PTTL",
    group: Group::Generic,
    arity: Arity::Exactly(2),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "2.6.0",
    summary: "Tells how many milliseconds a key still has.",
    syntax: "PTTL key",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    ttl::apply(call, Since::Now, Unit::Ms)
}
