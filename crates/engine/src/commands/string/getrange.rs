//! Reads a part of the string at a key.
//!
//! ```text
//! GETRANGE key start end
//! ```
//!
//! Replies the bytes from `start` to `end`, both included; below zero they count from
//! the end, -1 is the last byte. What lies outside of the string is left out.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::StringValue;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "GETRANGE",
    group: Group::String,
    arity: Arity::Exactly(4),
    flags: CommandFlags::READONLY,
    since: "2.4.0",
    summary: "Reads a part of the string at a key.",
    syntax: "GETRANGE key start end",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    apply(call)
}

/// SUBSTR is a call of this.
pub(super) fn apply(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let (start, end) = (call.args.next_i64()?, call.args.next_i64()?);
    let mut keyspace = call.keyspace();
    let string = keyspace.read::<StringValue>(key)?;
    Ok(Reply::bulk(string.map_or(&[][..], |string| range(string, start, end))))
}

fn range(string: &[u8], start: i64, end: i64) -> &[u8] {
    if start < 0 && end < 0 && start > end {
        return &[];
    }
    // A string has far less than 2^63 bytes.
    let length = string.len() as i64;
    let place = |index: i64| if index < 0 { (length + index).max(0) } else { index.min(length) };
    let (start, end) = (place(start) as usize, place(end).saturating_add(1).min(length) as usize);
    string.get(start..end).unwrap_or_default()
}
