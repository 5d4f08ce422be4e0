//! Adds elements at the head of a list.
//!
//! ```text
//! LPUSH key element [element ...]
//! ```
//!
//! Replies the new length. The elements go in one after the other, so that the last one
//! ends up first. A key that does not exist counts as an empty list.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::{End, List};
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "LPUSH",
    group: Group::List,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Adds elements at the head of a list.",
    syntax: "LPUSH key element [element ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    push(call, End::Left, Absent::Create)
}

/// What becomes of a push where there is no list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Absent {
    /// It makes one.
    Create,
    /// It does nothing.
    Leave,
}

/// Reads `key element [element ...]` and adds them. RPUSH, LPUSHX and RPUSHX are
/// calls of this.
pub(super) fn push(call: &mut Call<'_>, end: End, absent: Absent) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let elements = call.args.rest();
    let mut keyspace = call.keyspace();
    let list = match absent {
        Absent::Create => keyspace.write_or_create::<List>(&Blob::from(key))?,
        Absent::Leave => match keyspace.write::<List>(key)? {
            Some(list) => list,
            None => return Ok(Reply::Integer(0)),
        },
    };
    for &element in elements {
        end.push(list, Blob::from(element));
    }
    let length = list.len();
    keyspace.notify(end.push_event(), key);
    Ok(Reply::Integer(length as i64))
}
