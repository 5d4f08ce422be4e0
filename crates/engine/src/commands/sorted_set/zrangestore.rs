//! Writes a range of a sorted set to a key.
//!
//! ```text
//! ZRANGESTORE dst src min max [BYSCORE | BYLEX] [REV] [LIMIT offset count]
//! ```
//!
//! Replies how many members that are; the range is told as for ZRANGE. Whatever was at
//! the destination is replaced, or deleted if nothing is in the range.

use super::zrange;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::keyspace::Expire;
use crate::value::{SortedSet, Value};
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZRANGESTORE",
    group: Group::SortedSet,
    arity: Arity::AtLeast(5),
    flags: CommandFlags::WRITE,
    since: "6.2.0",
    summary: "Writes a range of a sorted set to a key.",
    syntax: "ZRANGESTORE dst src min max [BYSCORE | BYLEX] [REV] [LIMIT offset count]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (destination, source) = (call.args.next()?, call.args.next()?);
    let form = zrange::Form { stores: true, ..zrange::Form::default() };
    let request = zrange::Request::parse(&mut call.args, form)?;
    let members = request.members(call, source)?;
    Ok(store(call, destination, members.into_iter().collect(), "zrangestore"))
}

/// Writes the sorted set to the key, or deletes the key if the set is empty;
/// replies how many members it has. The other commands that store are calls of
/// this; `event` is how that is called in notifications.
pub(super) fn store(call: &mut Call<'_>, key: &[u8], set: SortedSet, event: &'static str) -> Reply {
    let count = set.len();
    let mut keyspace = call.keyspace();
    if count > 0 {
        keyspace.set_key(&Blob::from(key), Value::SortedSet(set), Expire::Never);
        keyspace.notify(event, key);
    } else if keyspace.delete(key).is_some() {
        keyspace.notify("del", key);
    }
    Reply::Integer(count as i64)
}
