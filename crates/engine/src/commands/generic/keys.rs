//! Lists the keys that match a pattern.
//!
//! ```text
//! KEYS pattern
//! ```
//!
//! Replies the keys, here in the order of their names; in Redis the order means nothing.
//! `*` stands for any bytes, `?` for one, `[a-z]` for one of a class, `\` takes the next
//! byte as it is.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::glob;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "KEYS",
    group: Group::Generic,
    arity: Arity::Exactly(2),
    flags: CommandFlags::READONLY,
    since: "1.0.0",
    summary: "Lists the keys that match a pattern.",
    syntax: "KEYS pattern",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let pattern = call.args.next()?;
    let keyspace = call.keyspace();
    // A lone star is not matched at all, so it finds the empty key too.
    let matching = keyspace.keys().filter(|key| pattern == b"*" || glob::matches(pattern, key));
    Ok(Reply::Array(matching.cloned().map(Reply::Bulk).collect()))
}
