//! Tells the digest of the string at a key.
//!
//! ```text
//! DIGEST key
//! ```
//!
//! Replies 16 hexadecimal digits, the XXH3 hash of the string; nil without the key. It
//! is what `IFDEQ` and `IFDNE` compare with. Redis 7.0 does not have it.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::StringValue;
use lockstep_resp::Reply;
use xxhash_rust::xxh3::xxh3_64;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "DIGEST",
    group: Group::String,
    arity: Arity::Exactly(2),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST).union(CommandFlags::REDIS_8_4),
    since: "8.4.0",
    summary: "Tells the digest of the string at a key.",
    syntax: "DIGEST key",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let mut keyspace = call.keyspace();
    let string = keyspace.read::<StringValue>(key)?;
    Ok(string.map_or(Reply::Nil, |string| Reply::bulk(digest(string))))
}

/// The digest that `DIGEST` replies.
pub(super) fn digest(string: &[u8]) -> String {
    format!("{:016x}", xxh3_64(string))
}
