//! Reads a range of ranks of a sorted set from the highest on.
//!
//! ```text
//! ZREVRANGE key start stop [WITHSCORES]
//! ```
//!
//! Replies as ZRANGE with `REV`.

use super::zrange::{self, By, Form};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZREVRANGE",
    group: Group::SortedSet,
    arity: Arity::AtLeast(4),
    flags: CommandFlags::READONLY,
    since: "1.2.0",
    summary: "Reads a range of ranks of a sorted set from the highest on.",
    syntax: "ZREVRANGE key start stop [WITHSCORES]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let form = Form { by: Some(By::Rank), reversed: Some(true), stores: false };
    zrange::apply(call, form)
}
