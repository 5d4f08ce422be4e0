//! Adds to the integer at a key.
//!
//! ```text
//! INCRBY key increment
//! ```
//!
//! Replies the sum. A key that does not exist counts as 0; an expiry stays as it is.
//! The value must be an integer of 64 bits as Redis prints it, and so must the sum.

use crate::args::parse_i64;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::keyspace::Expire;
use crate::value::{StringValue, Value};
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "INCRBY",
    group: Group::String,
    arity: Arity::Exactly(3),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Adds to the integer at a key.",
    syntax: "INCRBY key increment",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let increment = call.args.next_i64()?;
    apply(call, key, increment)
}

/// Adds to the key and replies the sum. INCR, DECR and DECRBY are calls of
/// this, and all of them are `incrby` in notifications.
pub(super) fn apply(
    call: &mut Call<'_>,
    key: &[u8],
    increment: i64,
) -> Result<Reply, CommandError> {
    let mut keyspace = call.keyspace();
    let sum = match keyspace.write::<StringValue>(key)? {
        Some(string) => {
            let before = parse_i64(string).ok_or(CommandError::NotAnInteger)?;
            let sum = before.checked_add(increment).ok_or(CommandError::Overflow)?;
            *string = decimal(sum);
            sum
        }
        None => {
            keyspace.set_key(&Blob::from(key), Value::String(decimal(increment)), Expire::Never);
            increment
        }
    };
    keyspace.notify("incrby", key);
    Ok(Reply::Integer(sum))
}

fn decimal(number: i64) -> StringValue {
    StringValue::new(number.to_string().as_bytes())
}
