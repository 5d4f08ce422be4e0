//! Gives a key another name.
//!
//! ```text
//! RENAME key newkey
//! ```
//!
//! Replies `OK`, an error without the key. The value keeps its expiry; what was at the
//! new name before is gone.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::keyspace::Expire;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "RENAME",
    group: Group::Generic,
    arity: Arity::Exactly(3),
    flags: CommandFlags::WRITE,
    since: "1.0.0",
    summary: "Gives a key another name.",
    syntax: "RENAME key newkey",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    apply(call, Target::Replace)?;
    Ok(Reply::OK)
}

/// What becomes of a key that has the new name already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Replace,
    Respect,
}

/// Renames; answers whether it did, or would have but for both names being the
/// same. RENAMENX is a call of this.
pub(super) fn apply(call: &mut Call<'_>, target: Target) -> Result<bool, CommandError> {
    let (key, new_key) = (call.args.next()?, call.args.next()?);
    let mut keyspace = call.keyspace();
    if keyspace.lookup_key_write(key).is_none() {
        return Err(CommandError::NoSuchKey);
    }
    if key == new_key {
        return Ok(target == Target::Replace);
    }
    if target == Target::Respect && keyspace.lookup_key_write(new_key).is_some() {
        return Ok(false);
    }
    let Some((value, expire_at_ms)) = keyspace.take(key) else {
        return Err(CommandError::NoSuchKey);
    };
    let expire = expire_at_ms.map_or(Expire::Never, Expire::AtMs);
    keyspace.set_key(&Blob::from(new_key), value, expire);
    keyspace.notify("rename_from", key);
    keyspace.notify("rename_to", new_key);
    Ok(true)
}
