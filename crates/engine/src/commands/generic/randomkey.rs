//! Picks a key at random.
//!
//! ```text
//! RANDOMKEY
//! ```
//!
//! Replies the key, nil if there is none.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "RANDOMKEY",
    group: Group::Generic,
    arity: Arity::Exactly(1),
    flags: CommandFlags::READONLY,
    since: "1.0.0",
    summary: "Picks a key at random.",
    syntax: "RANDOMKEY",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let count = call.keyspace().keys().count();
    let chosen = call.state.random.below(count);
    let key = call.keyspace().keys().nth(chosen).cloned();
    Ok(key.map_or(Reply::Nil, Reply::Bulk))
}
