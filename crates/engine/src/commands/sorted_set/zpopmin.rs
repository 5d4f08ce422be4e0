//! Takes the members with the lowest scores out of a sorted set.
//!
//! ```text
//! ZPOPMIN key [count]
//! ```
//!
//! Replies the member and its score, nothing without the key. With a count, replies up
//! to so many with their scores, the lowest first: in pairs, for RESP2 in turn. The
//! last member takes the key with it.

use super::members_reply;
use crate::args::Args;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::{Score, SortedSet};
use lockstep_resp::{Blob, Protocol, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZPOPMIN",
    group: Group::SortedSet,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "5.0.0",
    summary: "Takes the members with the lowest scores out of a sorted set.",
    syntax: "ZPOPMIN key [count]",
    run: Run::Command(run),
};

/// From which end members are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Min,
    Max,
}

impl Side {
    /// Reads `MIN` or `MAX`.
    pub(super) fn parse(args: &mut Args<'_>) -> Result<Self, CommandError> {
        if args.keyword("MIN") {
            Ok(Self::Min)
        } else if args.keyword("MAX") {
            Ok(Self::Max)
        } else {
            Err(CommandError::Syntax)
        }
    }
}

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    pop(call, Side::Min)
}

/// ZPOPMAX is a call of this.
pub(super) fn pop(call: &mut Call<'_>, side: Side) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    if call.args.rest().len() > 1 {
        return Err(CommandError::Syntax);
    }
    // Without a count the one member is no pair in RESP3 either.
    let (count, protocol) = if call.args.is_done() {
        (1, Protocol::Resp2)
    } else {
        (call.args.next_usize()?, call.session.protocol)
    };
    let members = take(call, key, side, count)?.into_iter();
    Ok(members_reply(members, true, protocol))
}

/// Takes up to `count` members from the sorted set at a key, the outermost first,
/// and the key with the last of them.
pub(super) fn take(
    call: &mut Call<'_>,
    key: &[u8],
    side: Side,
    count: usize,
) -> Result<Vec<(Blob, Score)>, CommandError> {
    let mut keyspace = call.keyspace();
    let Some(set) = keyspace.write::<SortedSet>(key)? else { return Ok(Vec::new()) };
    let count = count.min(set.len());
    let (members, event) = match side {
        Side::Min => (set.drain(0..count), "zpopmin"),
        Side::Max => {
            let mut members = set.drain(set.len() - count..set.len());
            members.reverse();
            (members, "zpopmax")
        }
    };
    if count > 0 {
        keyspace.notify(event, key);
        keyspace.delete_if_exhausted(key);
    }
    Ok(members)
}
