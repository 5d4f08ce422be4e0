//! Tells at which Unix millisecond a key expires.
//!
//! ```text
//! PEXPIRETIME key
//! ```
//!
//! Replies the last millisecond at which the key is alive; -1 for a key without
//! expiry, -2 without the key.

use super::ttl::{self, Since, Unit};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "PEXPIRETIME",
    group: Group::Generic,
    arity: Arity::Exactly(2),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "7.0.0",
    summary: "Tells at which Unix millisecond a key expires.",
    syntax: "PEXPIRETIME key",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    ttl::apply(call, Since::Epoch, Unit::Ms)
}
