//! Moves an element from an end of a list to an end of another, or waits for one.
//!
//! ```text
//! BLMOVE source destination LEFT | RIGHT LEFT | RIGHT timeout
//! ```
//!
//! Replies the element; nil after `timeout` seconds, which may have a fraction and
//! stand for ever if 0. A destination of another type is an error as soon as there is
//! an element to move, which stays where it is then.

use super::lmove;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::timeout;
use crate::value::{End, List};
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "BLMOVE",
    group: Group::List,
    arity: Arity::Exactly(6),
    flags: CommandFlags::WRITE.union(CommandFlags::NOSCRIPT).union(CommandFlags::BLOCKING),
    since: "6.2.0",
    summary: "Moves an element from an end of a list to an end of another, or waits for one.",
    syntax: "BLMOVE source destination LEFT | RIGHT LEFT | RIGHT timeout",
    run: Run::Later(run),
};

fn run(call: &mut Call<'_>) -> Result<Option<Reply>, CommandError> {
    let (source, destination) = (call.args.next()?, call.args.next()?);
    let (from, to) = (End::parse(&mut call.args)?, End::parse(&mut call.args)?);
    apply(call, source, destination, from, to)
}

/// Reads the timeout, and moves or waits. BRPOPLPUSH is a call of this.
pub(super) fn apply(
    call: &mut Call<'_>,
    source: &[u8],
    destination: &[u8],
    from: End,
    to: End,
) -> Result<Option<Reply>, CommandError> {
    let deadline_ms = timeout::parse_deadline(call.args.next()?, call.now_ms)?;
    if call.first_present::<List>(&[source])?.is_none() {
        // Where it may not wait it answers another kind of nil than in time.
        let waited = call.block(&[source], deadline_ms, Reply::NilArray);
        return Ok(waited.map(|_| Reply::Nil));
    }
    let moved = lmove::shift(call, source, destination, from, to)?;
    Ok(Some(moved.map_or(Reply::Nil, Reply::Bulk)))
}
