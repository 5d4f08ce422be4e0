//! Takes elements from the head of a list.
//!
//! ```text
//! LPOP key [count]
//! ```
//!
//! Replies the element, nil without the key. With a count, replies up to so many
//! elements in the order in which they were taken. The last element takes the key with
//! it.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::{End, List};
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "LPOP",
    group: Group::List,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Takes elements from the head of a list.",
    syntax: "LPOP key [count]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    pop(call, End::Left, "lpop")
}

/// RPOP is a call of this; `command` is the name that the error of too many words
/// carries.
pub(super) fn pop(
    call: &mut Call<'_>,
    end: End,
    command: &'static str,
) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    if call.args.rest().len() > 1 {
        return Err(CommandError::wrong_arity(call.caller, command));
    }
    if call.args.is_done() {
        let popped = take(call, key, end, 1)?.and_then(|elements| elements.into_iter().next());
        return Ok(popped.map_or(Reply::Nil, Reply::Bulk));
    }
    let count = call.args.next_usize()?;
    let popped = take(call, key, end, count)?;
    let reply = |elements: Vec<Blob>| elements.into_iter().map(Reply::Bulk).collect();
    Ok(popped.map_or(Reply::NilArray, |elements| Reply::Array(reply(elements))))
}

/// Takes up to `count` elements from the list at a key, and the key with the last
/// of them; `None` without the key.
pub(super) fn take(
    call: &mut Call<'_>,
    key: &[u8],
    end: End,
    count: usize,
) -> Result<Option<Vec<Blob>>, CommandError> {
    let mut keyspace = call.keyspace();
    let Some(list) = keyspace.write::<List>(key)? else { return Ok(None) };
    let elements = end.pop(list, count);
    if !elements.is_empty() {
        keyspace.notify(end.pop_event(), key);
        keyspace.delete_if_exhausted(key);
    }
    Ok(Some(elements))
}
