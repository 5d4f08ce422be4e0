//! Moves an element from the tail of a list to the head of another.
//!
//! ```text
//! RPOPLPUSH source destination
//! ```
//!
//! Replies the element, nil if there is no source. This is LMOVE from the right to the
//! left.

use super::lmove;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::End;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "RPOPLPUSH",
    group: Group::List,
    arity: Arity::Exactly(3),
    flags: CommandFlags::WRITE,
    since: "1.2.0",
    summary: "Moves an element from the tail of a list to the head of another.",
    syntax: "RPOPLPUSH source destination",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (source, destination) = (call.args.next()?, call.args.next()?);
    let moved = lmove::shift(call, source, destination, End::Right, End::Left)?;
    Ok(moved.map_or(Reply::Nil, Reply::Bulk))
}
