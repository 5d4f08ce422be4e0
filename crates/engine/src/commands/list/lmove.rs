//! Moves an element from an end of a list to an end of another.
//!
//! ```text
//! LMOVE source destination LEFT | RIGHT LEFT | RIGHT
//! ```
//!
//! Replies the element, nil if there is no source. The two may be the same list, which
//! is turned around then. In one step: the element is always in one of the two.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::{End, List};
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "LMOVE",
    group: Group::List,
    arity: Arity::Exactly(5),
    flags: CommandFlags::WRITE,
    since: "6.2.0",
    summary: "Moves an element from an end of a list to an end of another.",
    syntax: "LMOVE source destination LEFT | RIGHT LEFT | RIGHT",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (source, destination) = (call.args.next()?, call.args.next()?);
    let (from, to) = (End::parse(&mut call.args)?, End::parse(&mut call.args)?);
    Ok(shift(call, source, destination, from, to)?.map_or(Reply::Nil, Reply::Bulk))
}

/// Moves an element and answers it; `None` if there is no source, whatever the
/// destination is then. RPOPLPUSH and the blocking ones are calls of this.
pub(super) fn shift(
    call: &mut Call<'_>,
    source: &[u8],
    destination: &[u8],
    from: End,
    to: End,
) -> Result<Option<Blob>, CommandError> {
    let mut keyspace = call.keyspace();
    if keyspace.read::<List>(source)?.is_none() {
        return Ok(None);
    }
    keyspace.read::<List>(destination)?;
    let popped = keyspace.write::<List>(source)?.map(|list| from.pop(list, 1));
    let Some(element) = popped.and_then(|elements| elements.into_iter().next()) else {
        return Ok(None);
    };
    let list = keyspace.write_or_create::<List>(&Blob::from(destination))?;
    to.push(list, element.clone());
    keyspace.notify(to.push_event(), destination);
    keyspace.notify(from.pop_event(), source);
    keyspace.delete_if_exhausted(source);
    Ok(Some(element))
}
