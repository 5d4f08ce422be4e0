//! Counts the keys that exist as looked at just now.
//!
//! ```text
//! TOUCH key [key ...]
//! ```
//!
//! Replies how many of them exist. Unlike `EXISTS` it makes `OBJECT IDLETIME` begin anew.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "TOUCH",
    group: Group::Generic,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "3.2.1",
    summary: "Counts the keys that exist as looked at just now.",
    syntax: "TOUCH key [key ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let keys = call.args.rest();
    let mut keyspace = call.keyspace();
    let touched = keys.iter().filter(|key| keyspace.lookup_key_read(key).is_some()).count();
    Ok(Reply::Integer(touched as i64))
}
