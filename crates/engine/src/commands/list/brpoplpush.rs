//! Moves an element from the tail of a list to the head of another, or waits for one.
//!
//! ```text
//! BRPOPLPUSH source destination timeout
//! ```
//!
//! Replies and waits as BLMOVE from the right to the left.

use super::blmove;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::End;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "BRPOPLPUSH",
    group: Group::List,
    arity: Arity::Exactly(4),
    flags: CommandFlags::WRITE.union(CommandFlags::NOSCRIPT).union(CommandFlags::BLOCKING),
    since: "2.2.0",
    summary: "Moves an element from the tail of a list to the head of another, or waits for one.",
    syntax: "BRPOPLPUSH source destination timeout",
    run: Run::Later(run),
};

fn run(call: &mut Call<'_>) -> Result<Option<Reply>, CommandError> {
    let (source, destination) = (call.args.next()?, call.args.next()?);
    blmove::apply(call, source, destination, End::Right, End::Left)
}
