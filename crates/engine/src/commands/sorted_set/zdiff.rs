//! Takes sorted sets from the first: its members that no other has.
//!
//! ```text
//! ZDIFF numkeys key [key ...] [WITHSCORES]
//! ```
//!
//! Replies as ZUNION; the scores are those of the first.

use super::zunion::{self, Combination};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZDIFF",
    group: Group::SortedSet,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::READONLY,
    since: "6.2.0",
    summary: "Takes sorted sets from the first: its members that no other has.",
    syntax: "ZDIFF numkeys key [key ...] [WITHSCORES]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    zunion::read(call, Combination::Difference, "zdiff")
}
