//! Reads a range of scores of a sorted set.
//!
//! ```text
//! ZRANGEBYSCORE key min max [WITHSCORES] [LIMIT offset count]
//! ```
//!
//! Replies as ZRANGE with `BYSCORE`.

use super::zrange::{self, By, Form};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZRANGEBYSCORE",
    group: Group::SortedSet,
    arity: Arity::AtLeast(4),
    flags: CommandFlags::READONLY,
    since: "1.0.5",
    summary: "Reads a range of scores of a sorted set.",
    syntax: "ZRANGEBYSCORE key min max [WITHSCORES] [LIMIT offset count]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let form = Form { by: Some(By::Score), reversed: Some(false), stores: false };
    zrange::apply(call, form)
}
