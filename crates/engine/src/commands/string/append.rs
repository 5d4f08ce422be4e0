//! Adds bytes to the end of the string at a key.
//!
//! ```text
//! APPEND key value
//! ```
//!
//! Replies the new length. A key that does not exist counts as an empty string, and
//! exists afterwards; an expiry stays as it is. A string has 512 MB at most.

use super::check_string_length;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::keyspace::Expire;
use crate::value::{StringValue, Value};
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "APPEND",
    group: Group::String,
    arity: Arity::Exactly(3),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "2.0.0",
    summary: "Adds bytes to the end of the string at a key.",
    syntax: "APPEND key value",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (key, tail) = (call.args.next()?, call.args.next()?);
    let mut keyspace = call.keyspace();
    let length = match keyspace.write::<StringValue>(key)? {
        Some(head) => {
            let length = check_string_length(head.len(), tail.len())?;
            *head = StringValue::edited([head, tail].concat());
            length
        }
        None => {
            keyspace.set_key(
                &Blob::from(key),
                Value::String(StringValue::new(tail)),
                Expire::Never,
            );
            tail.len()
        }
    };
    keyspace.notify("append", key);
    Ok(Reply::Integer(length as i64))
}
