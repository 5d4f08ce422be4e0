//! Adds to the float at a key.
//!
//! ```text
//! INCRBYFLOAT key increment
//! ```
//!
//! Replies the sum. A key that does not exist counts as 0; an expiry stays as it is.
//! Value and increment may have an exponent; the sum is written without one, with 17
//! digits behind the point at most.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::keyspace::Expire;
use crate::number::LongDouble;
use crate::value::{StringValue, Value};
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "INCRBYFLOAT",
    group: Group::String,
    arity: Arity::Exactly(3),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "2.6.0",
    summary: "Adds to the float at a key.",
    syntax: "INCRBYFLOAT key increment",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (key, increment) = (call.args.next()?, call.args.next()?);
    let float = |word: &[u8]| LongDouble::parse(word).ok_or(CommandError::NotAFloat);
    let mut keyspace = call.keyspace();
    let there = keyspace.write::<StringValue>(key)?;
    let before = there.as_ref().map_or(Ok(LongDouble::ZERO), |string| float(string))?;
    let sum = before.add(float(increment)?).ok_or(CommandError::IncrementNanOrInfinity)?;
    let sum = Blob::from(sum.to_string().as_bytes());
    match there {
        Some(string) => *string = StringValue::text(sum.clone()),
        None => {
            let string = Value::String(StringValue::text(sum.clone()));
            keyspace.set_key(&Blob::from(key), string, Expire::Never);
        }
    }
    keyspace.notify("incrbyfloat", key);
    Ok(Reply::Bulk(sum))
}
