//! Writes the members of a sorted set that no other has to a key.
//!
//! ```text
//! ZDIFFSTORE destination numkeys key [key ...]
//! ```
//!
//! Replies how many there are. Whatever was at the destination is replaced, or deleted
//! if there is no member.

use super::zunion::{self, Combination};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZDIFFSTORE",
    group: Group::SortedSet,
    arity: Arity::AtLeast(4),
    flags: CommandFlags::WRITE,
    since: "6.2.0",
    summary: "Writes the members of a sorted set that no other has to a key.",
    syntax: "ZDIFFSTORE destination numkeys key [key ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    zunion::store(call, Combination::Difference, "zdiffstore")
}
