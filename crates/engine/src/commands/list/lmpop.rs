//! Takes elements from the first list that is there.
//!
//! ```text
//! LMPOP numkeys key [key ...] LEFT | RIGHT [COUNT count]
//! ```
//!
//! Replies the key and the elements, up to `count` or just one; nil if there is no such
//! list. Only the first of the keys that is there is looked at.

use super::lpop;
use crate::args::Args;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::{End, List};
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "LMPOP",
    group: Group::List,
    arity: Arity::AtLeast(4),
    flags: CommandFlags::WRITE,
    since: "7.0.0",
    summary: "Takes elements from the first list that is there.",
    syntax: "LMPOP numkeys key [key ...] LEFT | RIGHT [COUNT count]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (keys, end, count) = parse(&mut call.args)?;
    Ok(apply(call, keys, end, count)?.unwrap_or(Reply::NilArray))
}

/// The keys, where to take from, and how many at most.
type Request<'a> = (&'a [&'a [u8]], End, usize);

/// Reads the words of LMPOP and, behind the timeout, of BLMPOP.
pub(super) fn parse<'a>(args: &mut Args<'a>) -> Result<Request<'a>, CommandError> {
    let keys = args.next_keys()?;
    let end = End::parse(args)?;
    Ok((keys, end, args.last_count()?))
}

/// `None` if there is no list at any of the keys.
pub(super) fn apply(
    call: &mut Call<'_>,
    keys: &[&[u8]],
    end: End,
    count: usize,
) -> Result<Option<Reply>, CommandError> {
    let Some(key) = call.first_present::<List>(keys)? else { return Ok(None) };
    let elements = lpop::take(call, key, end, count)?.unwrap_or_default();
    let elements = elements.into_iter().map(Reply::Bulk).collect();
    Ok(Some(Reply::Array(vec![Reply::bulk(key), Reply::Array(elements)])))
}
