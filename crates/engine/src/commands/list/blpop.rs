//! Takes an element from the head of the first list that is there, or waits for one.
//!
//! ```text
//! BLPOP key [key ...] timeout
//! ```
//!
//! Replies the key and the element; nil after `timeout` seconds, which may have a
//! fraction and stand for ever if 0. Who has waited longest is served first. Inside
//! `MULTI` it does not wait.
//!
//! What it takes is gone from the list: if the client fails then, nobody has it. BLMOVE
//! keeps it in another list meanwhile.

use super::lpop;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::{End, List};
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "BLPOP",
    group: Group::List,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::WRITE.union(CommandFlags::NOSCRIPT).union(CommandFlags::BLOCKING),
    since: "2.0.0",
    summary: "Takes an element from the head of the first list that is there, or waits for one.",
    syntax: "BLPOP key [key ...] timeout",
    run: Run::Later(run),
};

fn run(call: &mut Call<'_>) -> Result<Option<Reply>, CommandError> {
    pop(call, End::Left)
}

/// BRPOP is a call of this.
pub(super) fn pop(call: &mut Call<'_>, end: End) -> Result<Option<Reply>, CommandError> {
    let (keys, deadline_ms) = call.keys_and_deadline()?;
    let Some(key) = call.first_present::<List>(keys)? else {
        return Ok(call.block(keys, deadline_ms, Reply::NilArray));
    };
    let elements = lpop::take(call, key, end, 1)?.unwrap_or_default();
    let reply = [Reply::bulk(key)].into_iter().chain(elements.into_iter().map(Reply::Bulk));
    Ok(Some(Reply::Array(reply.collect())))
}
