//! Overwrites a part of the string at a key.
//!
//! ```text
//! SETRANGE key offset value
//! ```
//!
//! Replies the new length. A string that is too short is filled up with zero bytes; a
//! key that does not exist counts as an empty string. With an empty value nothing is
//! written. A string has 512 MB at most.

use super::check_string_length;
use crate::args::amount;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::keyspace::Expire;
use crate::value::{StringValue, Value};
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SETRANGE",
    group: Group::String,
    arity: Arity::Exactly(4),
    flags: CommandFlags::WRITE,
    since: "2.2.0",
    summary: "Overwrites a part of the string at a key.",
    syntax: "SETRANGE key offset value",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (key, offset) = (call.args.next()?, call.args.next_i64()?);
    let value = call.args.next()?;
    let offset = amount(offset).ok_or(CommandError::OffsetOutOfRange)?;
    let mut keyspace = call.keyspace();
    let there = keyspace.write::<StringValue>(key)?;
    let before = there.as_ref().map_or(&[][..], |string| string);
    if value.is_empty() {
        return Ok(Reply::Integer(before.len() as i64));
    }
    let end = check_string_length(offset, value.len())?;
    let mut bytes = before.to_vec();
    bytes.resize(before.len().max(end), 0);
    bytes[offset..end].copy_from_slice(value);
    let length = bytes.len();
    let string = StringValue::edited(bytes);
    match there {
        Some(there) => *there = string,
        None => keyspace.set_key(&Blob::from(key), Value::String(string), Expire::Never),
    }
    keyspace.notify("setrange", key);
    Ok(Reply::Integer(length as i64))
}
