//! Adds members to the set at a key.
//!
//! ```text
//! SADD key member [member ...]
//! ```
//!
//! Replies how many are new. A key that does not exist counts as an empty set.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Set;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SADD",
    group: Group::Set,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Adds members to the set at a key.",
    syntax: "SADD key member [member ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let members = call.args.rest();
    let mut keyspace = call.keyspace();
    let set = keyspace.write_or_create::<Set>(&Blob::from(key))?;
    let added = members.iter().filter(|member| set.insert(member)).count();
    if added > 0 {
        keyspace.notify("sadd", key);
    }
    Ok(Reply::Integer(added as i64))
}
