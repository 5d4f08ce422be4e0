//! Takes the member with the lowest score out of the first sorted set that is there, or waits for one.
//!
//! ```text
//! BZPOPMIN key [key ...] timeout
//! ```
//!
//! Replies the key, the member and its score; nil after `timeout` seconds, which may
//! have a fraction and stand for ever if 0. Who has waited longest is served first.
//! Inside `MULTI` it does not wait.

use super::zpopmin::{self, Side};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::SortedSet;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "BZPOPMIN",
    group: Group::SortedSet,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::WRITE
        .union(CommandFlags::NOSCRIPT)
        .union(CommandFlags::BLOCKING)
        .union(CommandFlags::FAST),
    since: "5.0.0",
    summary: "Takes the member with the lowest score out of the first sorted set that is there, or waits for one.",
    syntax: "BZPOPMIN key [key ...] timeout",
    run: Run::Later(run),
};

fn run(call: &mut Call<'_>) -> Result<Option<Reply>, CommandError> {
    pop(call, Side::Min)
}

/// BZPOPMAX is a call of this.
pub(super) fn pop(call: &mut Call<'_>, side: Side) -> Result<Option<Reply>, CommandError> {
    let (keys, deadline_ms) = call.keys_and_deadline()?;
    let Some(key) = call.first_present::<SortedSet>(keys)? else {
        return Ok(call.block(keys, deadline_ms, Reply::NilArray));
    };
    let members = zpopmin::take(call, key, side, 1)?.into_iter();
    let pair = members.flat_map(|(member, score)| [Reply::Bulk(member), score.reply()]);
    Ok(Some(Reply::Array([Reply::bulk(key)].into_iter().chain(pair).collect())))
}
