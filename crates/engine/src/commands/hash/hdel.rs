//! Deletes fields of the hash at a key.
//!
//! ```text
//! HDEL key field [field ...]
//! ```
//!
//! Replies how many were there. With the last field the key goes too.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Hash;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "HDEL",
    group: Group::Hash,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "2.0.0",
    summary: "Deletes fields of the hash at a key.",
    syntax: "HDEL key field [field ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let fields = call.args.rest();
    let mut keyspace = call.keyspace();
    let Some(hash) = keyspace.write::<Hash>(key)? else {
        return Ok(Reply::Integer(0));
    };
    let deleted = fields.iter().filter(|field| hash.remove(field).is_some()).count();
    if deleted > 0 {
        keyspace.notify("hdel", key);
        keyspace.delete_if_exhausted(key);
    }
    Ok(Reply::Integer(deleted as i64))
}
