//! Takes members out of the first sorted set that is there.
//!
//! ```text
//! ZMPOP numkeys key [key ...] MIN | MAX [COUNT count]
//! ```
//!
//! Replies the key and pairs of members and scores, up to `count` or just one; nil if
//! there is no such sorted set. Only the first of the keys that is there is looked at.

use super::members_reply;
use super::zpopmin::{self, Side};
use crate::args::Args;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::SortedSet;
use lockstep_resp::{Protocol, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZMPOP",
    group: Group::SortedSet,
    arity: Arity::AtLeast(4),
    flags: CommandFlags::WRITE,
    since: "7.0.0",
    summary: "Takes members out of the first sorted set that is there.",
    syntax: "ZMPOP numkeys key [key ...] MIN | MAX [COUNT count]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (keys, side, count) = parse(&mut call.args)?;
    Ok(apply(call, keys, side, count)?.unwrap_or(Reply::NilArray))
}

/// The keys, from which end to take, and how many at most.
type Request<'a> = (&'a [&'a [u8]], Side, usize);

/// Reads the words of ZMPOP and, behind the timeout, of BZMPOP.
pub(super) fn parse<'a>(args: &mut Args<'a>) -> Result<Request<'a>, CommandError> {
    let keys = args.next_keys()?;
    let side = Side::parse(args)?;
    Ok((keys, side, args.last_count()?))
}

/// `None` if there is no sorted set at any of the keys.
pub(super) fn apply(
    call: &mut Call<'_>,
    keys: &[&[u8]],
    side: Side,
    count: usize,
) -> Result<Option<Reply>, CommandError> {
    let Some(key) = call.first_present::<SortedSet>(keys)? else { return Ok(None) };
    let members = zpopmin::take(call, key, side, count)?.into_iter();
    // These are pairs in RESP2 too.
    let members = members_reply(members, true, Protocol::Resp3);
    Ok(Some(Reply::Array(vec![Reply::bulk(key), members])))
}
