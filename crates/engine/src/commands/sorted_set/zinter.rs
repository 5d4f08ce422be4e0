//! Puts sorted sets together: the members that all of them have.
//!
//! ```text
//! ZINTER numkeys key [key ...] [WEIGHTS weight [weight ...]] [AGGREGATE SUM | MIN |
//!     MAX] [WITHSCORES]
//! ```
//!
//! Replies as ZUNION.

use super::zunion::{self, Combination};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZINTER",
    group: Group::SortedSet,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::READONLY,
    since: "6.2.0",
    summary: "Puts sorted sets together: the members that all of them have.",
    syntax: "ZINTER numkeys key [key ...] [WEIGHTS weight [weight ...]] \
             [AGGREGATE SUM | MIN | MAX] [WITHSCORES]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    zunion::read(call, Combination::Intersection, "zinter")
}
