//! Takes the expiry away from a key.
//!
//! ```text
//! PERSIST key
//! ```
//!
//! Replies 1 if it had one; 0 if it had none or is not there.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "PERSIST",
    group: Group::Generic,
    arity: Arity::Exactly(2),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "2.2.0",
    summary: "Takes the expiry away from a key.",
    syntax: "PERSIST key",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let mut keyspace = call.keyspace();
    let had_one = keyspace.lookup_key_write(key).is_some() && keyspace.expire_at_ms(key).is_some();
    if had_one {
        keyspace.set_expire(key, None);
        keyspace.notify("persist", key);
    }
    Ok(Reply::Integer(i64::from(had_one)))
}
