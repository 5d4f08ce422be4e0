//! Moves a key to another database.
//!
//! ```text
//! MOVE key db
//! ```
//!
//! Replies 1 if it did; 0 without the key, or where the other database has such a key.
//! The value keeps its expiry.

use super::copy::next_db;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::keyspace::Expire;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "MOVE",
    group: Group::Generic,
    arity: Arity::Exactly(3),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Moves a key to another database.",
    syntax: "MOVE key db",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let db = next_db(&mut call.args)?;
    if db == call.session.db {
        return Err(CommandError::SameObject);
    }
    if call.keyspace().lookup_key_write(key).is_none()
        || call.database(db).lookup_key_write(key).is_some()
    {
        return Ok(Reply::Integer(0));
    }
    let Some((value, expire_at_ms)) = call.keyspace().take(key) else {
        return Ok(Reply::Integer(0));
    };
    let expire = expire_at_ms.map_or(Expire::Never, Expire::AtMs);
    call.database(db).set_key(&Blob::from(key), value, expire);
    call.keyspace().notify("move_from", key);
    call.database(db).notify("move_to", key);
    Ok(Reply::Integer(1))
}
