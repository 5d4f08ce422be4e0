//! Adds to the number in a field of the hash at a key.
//!
//! ```text
//! HINCRBYFLOAT key field increment
//! ```
//!
//! Replies the sum with 17 digits behind the point at most, and never with an
//! exponent. A field that does not exist counts as 0.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::number::LongDouble;
use crate::value::Hash;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "HINCRBYFLOAT",
    group: Group::Hash,
    arity: Arity::Exactly(4),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "2.6.0",
    summary: "Adds to the number in a field of the hash at a key.",
    syntax: "HINCRBYFLOAT key field increment",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (key, field) = (call.args.next()?, call.args.next()?);
    let increment = LongDouble::parse(call.args.next()?).ok_or(CommandError::NotAFloat)?;
    if increment == LongDouble::Infinite {
        return Err(CommandError::NanOrInfinity);
    }
    let mut keyspace = call.keyspace();
    let sum = match keyspace.read::<Hash>(key)?.and_then(|hash| hash.get(field)) {
        Some(value) => {
            let before = LongDouble::parse(value).ok_or(CommandError::HashValueNotAFloat)?;
            before.add(increment).ok_or(CommandError::IncrementNanOrInfinity)?
        }
        None => increment,
    };
    let sum = Blob::from(sum.to_string().as_bytes());
    let hash = keyspace.write_or_create::<Hash>(&Blob::from(key))?;
    hash.insert(field, sum.clone());
    keyspace.notify("hincrbyfloat", key);
    Ok(Reply::Bulk(sum))
}
