//! Takes an element from the tail of the first list that is there, or waits for one.
//!
//! ```text
//! BRPOP key [key ...] timeout
//! ```
//!
//! Replies and waits as BLPOP.

use super::blpop;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::End;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "BRPOP",
    group: Group::List,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::WRITE.union(CommandFlags::NOSCRIPT).union(CommandFlags::BLOCKING),
    since: "2.0.0",
    summary: "Takes an element from the tail of the first list that is there, or waits for one.",
    syntax: "BRPOP key [key ...] timeout",
    run: Run::Later(run),
};

fn run(call: &mut Call<'_>) -> Result<Option<Reply>, CommandError> {
    blpop::pop(call, End::Right)
}
