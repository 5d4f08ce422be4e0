//! Removes keys.
//!
//! ```text
//! DEL key [key ...]
//! ```
//!
//! Replies how many of them were there.
//!
//! It asks nobody whose key it is. Releasing a lock with it removes the lock of
//! whoever holds it by then: compare the token first, in one step, in a script.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "DEL",
    group: Group::Generic,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::WRITE,
    since: "1.0.0",
    summary: "Removes keys.",
    syntax: "DEL key [key ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    apply(call)
}

/// UNLINK is a call of this.
pub(super) fn apply(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let keys = call.args.rest();
    let mut keyspace = call.keyspace();
    let mut removed = 0;
    for &key in keys {
        if let Some(key) = keyspace.delete(key) {
            keyspace.notify("del", key);
            removed += 1;
        }
    }
    Ok(Reply::Integer(removed))
}
