//! Tells how many seconds a key still has.
//!
//! ```text
//! TTL key
//! ```
//!
//! Replies the remaining time, rounded to the nearest second, so that a key in its
//! last half second has 0; -1 for a key without expiry, -2 without the key.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "TTL",
    group: Group::Generic,
    arity: Arity::Exactly(2),
    flags: CommandFlags::READONLY.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Tells how many seconds a key still has.",
    syntax: "TTL key",
    run: Run::Command(run),
};

/// How the time is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Seconds,
    Ms,
}

/// From when on it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Since {
    Now,
    Epoch,
}

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    apply(call, Since::Now, Unit::Seconds)
}

/// PTTL, EXPIRETIME and PEXPIRETIME are calls of this.
pub(super) fn apply(call: &mut Call<'_>, since: Since, unit: Unit) -> Result<Reply, CommandError> {
    let (key, now_ms) = (call.args.next()?, call.now_ms);
    let mut keyspace = call.keyspace();
    if !keyspace.exists(key) {
        return Ok(Reply::Integer(-2));
    }
    let Some(expire_at_ms) = keyspace.expire_at_ms(key) else {
        return Ok(Reply::Integer(-1));
    };
    let ms = match since {
        Since::Now => expire_at_ms.saturating_sub(now_ms),
        Since::Epoch => expire_at_ms,
    };
    Ok(Reply::Integer(match unit {
        Unit::Seconds => rounded_seconds(ms),
        Unit::Ms => ms,
    }))
}

/// To the nearest second, halves up, as Redis rounds.
fn rounded_seconds(ms: i64) -> i64 {
    ms / 1000 + i64::from(ms % 1000 >= 500)
}
