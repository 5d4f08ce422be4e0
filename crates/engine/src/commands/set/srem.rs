//! Removes members from the set at a key.
//!
//! ```text
//! SREM key member [member ...]
//! ```
//!
//! Replies how many were there. With the last member the key goes too.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Set;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SREM",
    group: Group::Set,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Removes members from the set at a key.",
    syntax: "SREM key member [member ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let members = call.args.rest();
    let mut keyspace = call.keyspace();
    let Some(set) = keyspace.write::<Set>(key)? else {
        return Ok(Reply::Integer(0));
    };
    let removed = members.iter().filter(|member| set.remove(member)).count();
    if removed > 0 {
        keyspace.notify("srem", key);
        keyspace.delete_if_exhausted(key);
    }
    Ok(Reply::Integer(removed as i64))
}
