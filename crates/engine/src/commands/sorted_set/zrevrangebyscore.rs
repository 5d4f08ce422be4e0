//! Reads a range of scores of a sorted set from the highest on.
//!
//! ```text
//! ZREVRANGEBYSCORE key max min [WITHSCORES] [LIMIT offset count]
//! ```
//!
//! Replies as ZRANGE with `BYSCORE` and `REV`.

use super::zrange::{self, By, Form};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZREVRANGEBYSCORE",
    group: Group::SortedSet,
    arity: Arity::AtLeast(4),
    flags: CommandFlags::READONLY,
    since: "2.2.0",
    summary: "Reads a range of scores of a sorted set from the highest on.",
    syntax: "ZREVRANGEBYSCORE key max min [WITHSCORES] [LIMIT offset count]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let form = Form { by: Some(By::Score), reversed: Some(true), stores: false };
    zrange::apply(call, form)
}
