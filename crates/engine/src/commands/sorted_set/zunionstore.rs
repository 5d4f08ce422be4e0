//! Writes the members that any of several sorted sets has to a key.
//!
//! ```text
//! ZUNIONSTORE destination numkeys key [key ...] [WEIGHTS weight [weight ...]]
//!     [AGGREGATE SUM | MIN | MAX]
//! ```
//!
//! Replies how many there are; the words are those of ZUNION. Whatever was at the
//! destination is replaced, or deleted if there is no member.

use super::zunion::{self, Combination};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZUNIONSTORE",
    group: Group::SortedSet,
    arity: Arity::AtLeast(4),
    flags: CommandFlags::WRITE,
    since: "2.0.0",
    summary: "Writes the members that any of several sorted sets has to a key.",
    syntax: "ZUNIONSTORE destination numkeys key [key ...] [WEIGHTS weight \
             [weight ...]] [AGGREGATE SUM | MIN | MAX]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    zunion::store(call, Combination::Union, "zunionstore")
}
