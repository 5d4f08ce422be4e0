//! Removes a key if its string equals the value.
//!
//! ```text
//! DELIFEQ key value
//! ```
//!
//! Replies 1 if it removed the key, 0 if it did not, an error for a value of another
//! type. It is Valkey's, from version 9; Redis does not have it.
//!
//! It is the whole release of a lock: it removes nobody else's.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::StringValue;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "DELIFEQ",
    group: Group::String,
    arity: Arity::Exactly(3),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST).union(CommandFlags::VALKEY_9),
    since: "9.0.0",
    summary: "Removes a key if its string equals the value.",
    syntax: "DELIFEQ key value",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (key, value) = (call.args.next()?, call.args.next()?);
    let mut keyspace = call.keyspace();
    let equal = keyspace.read::<StringValue>(key)?.is_some_and(|string| **string == *value);
    if equal {
        keyspace.delete(key);
        keyspace.notify("del", key);
    }
    Ok(Reply::Integer(i64::from(equal)))
}
