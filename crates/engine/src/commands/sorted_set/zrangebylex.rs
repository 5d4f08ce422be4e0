//! Reads a range of names of a sorted set.
//!
//! ```text
//! ZRANGEBYLEX key min max [LIMIT offset count]
//! ```
//!
//! Replies as ZRANGE with `BYLEX`.

use super::zrange::{self, By, Form};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZRANGEBYLEX",
    group: Group::SortedSet,
    arity: Arity::AtLeast(4),
    flags: CommandFlags::READONLY,
    since: "2.8.9",
    summary: "Reads a range of names of a sorted set.",
    syntax: "ZRANGEBYLEX key min max [LIMIT offset count]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let form = Form { by: Some(By::Name), reversed: Some(false), stores: false };
    zrange::apply(call, form)
}
