//! Sorts the elements of a list, set or sorted set, and stores nothing.
//!
//! ```text
//! SORT_RO key [BY pattern] [LIMIT offset count] [GET pattern [GET pattern ...]]
//!     [ASC | DESC] [ALPHA]
//! ```
//!
//! It is `SORT` without `STORE`.

use super::sort::{self, Store};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SORT_RO",
    group: Group::Generic,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::READONLY,
    since: "7.0.0",
    summary: "Sorts the elements of a list, set or sorted set, and stores nothing.",
    syntax: "SORT_RO key [BY pattern] [LIMIT offset count] [GET pattern [GET pattern ...]] \
             [ASC | DESC] [ALPHA]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    sort::apply(call, Store::Unknown)
}
