//! Gives a key an expiry, in milliseconds from now.
//!
//! ```text
//! PEXPIRE key milliseconds [NX | XX | GT | LT]
//! ```
//!
//! Replies and options are those of `EXPIRE`. An amount that is zero or negative deletes
//! the key at once.

use super::expire::{self, Deadline};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "PEXPIRE",
    group: Group::Generic,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "2.6.0",
    summary: "Gives a key an expiry, in milliseconds from now.",
    syntax: "PEXPIRE key milliseconds [NX | XX | GT | LT]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    expire::apply(call, Deadline::InMs, "pexpire")
}
