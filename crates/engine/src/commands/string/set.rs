//! Writes a string to a key, on conditions and with an expiry if asked.
//!
//! ```text
//! SET key value [NX | XX] [GET] [EX seconds | PX milliseconds |
//!     EXAT unix-time-seconds | PXAT unix-time-milliseconds | KEEPTTL]
//! ```
//!
//! Replies `OK`; nil where `NX` or `XX` kept it from writing; with `GET` the
//! string that was there before, or nil.
//!
//! This one command is the whole acquisition of a lock: `NX` and an expiry in
//! one step, with no moment between them at which a client could crash.

use super::get;
use crate::args::{Args, parse_i64};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::commands::generic::expire::Deadline;
use crate::error::CommandError;
use crate::keyspace::Expire;
use crate::value::Value;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SET",
    group: Group::String,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::WRITE,
    since: "1.0.0",
    summary: "Writes a string to a key, on conditions and with an expiry if asked.",
    syntax: "SET key value [NX | XX] [GET] [EX seconds | PX milliseconds | \
             EXAT unix-time-seconds | PXAT unix-time-milliseconds | KEEPTTL]",
    run: Run::Command(run),
};

/// Whether the key must be absent or present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    Always,
    IfAbsent,
    IfPresent,
}

/// What becomes of the key's expiry, before the amount has been looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lifetime {
    KeepTtl,
    Until(Deadline),
}

struct Options {
    condition: Condition,
    get: bool,
    expire: Expire,
}

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (key, value) = (call.args.next()?, call.args.next()?);
    let options = parse(&mut call.args, call.now_ms)?;
    let before = options.get.then(|| get::apply(call, key)).transpose()?;
    let written = apply(call, key, value, options.condition, options.expire);
    Ok(before.unwrap_or(if written { Reply::OK } else { Reply::Nil }))
}

/// Writes the string if the condition holds; answers whether it did.
/// SETNX is a call of this.
pub(super) fn apply(
    call: &mut Call<'_>,
    key: &[u8],
    value: &[u8],
    condition: Condition,
    expire: Expire,
) -> bool {
    let mut keyspace = call.keyspace();
    let refused = match condition {
        Condition::Always => false,
        Condition::IfAbsent => keyspace.exists(key),
        Condition::IfPresent => !keyspace.exists(key),
    };
    if refused {
        return false;
    }
    let key = Blob::from(key);
    keyspace.set_key(&key, Value::String(Blob::from(value)), expire);
    keyspace.notify("set", key.clone());
    if matches!(expire, Expire::AtMs(_)) {
        keyspace.notify("expire", key);
    }
    true
}

/// Every word is read before the amount is looked at, so that a wrong option
/// is told before a wrong amount. The last of several amounts counts.
fn parse(args: &mut Args<'_>, now_ms: i64) -> Result<Options, CommandError> {
    let (mut condition, mut lifetime) = (None, None);
    let (mut get, mut amount) = (false, &b""[..]);
    while !args.is_done() {
        if args.keyword("NX") {
            choose(&mut condition, Condition::IfAbsent)?;
        } else if args.keyword("XX") {
            choose(&mut condition, Condition::IfPresent)?;
        } else if args.keyword("GET") {
            get = true;
        } else if args.keyword("KEEPTTL") {
            choose(&mut lifetime, Lifetime::KeepTtl)?;
        } else {
            let deadline = parse_deadline(args)?;
            choose(&mut lifetime, Lifetime::Until(deadline))?;
            amount = args.next()?;
        }
    }
    let condition = condition.unwrap_or(Condition::Always);
    let expire = match lifetime {
        None => Expire::Never,
        Some(Lifetime::KeepTtl) => Expire::Keep,
        Some(Lifetime::Until(deadline)) => Expire::AtMs(expire_at_ms(deadline, amount, now_ms)?),
    };
    Ok(Options { condition, get, expire })
}

/// `NX NX` is fine, `NX XX` is not.
fn choose<T: Copy + PartialEq>(slot: &mut Option<T>, choice: T) -> Result<(), CommandError> {
    match slot.replace(choice) {
        Some(other) if other != choice => Err(CommandError::Syntax),
        _ => Ok(()),
    }
}

fn parse_deadline(args: &mut Args<'_>) -> Result<Deadline, CommandError> {
    if args.keyword("EX") {
        Ok(Deadline::InSeconds)
    } else if args.keyword("PX") {
        Ok(Deadline::InMs)
    } else if args.keyword("EXAT") {
        Ok(Deadline::AtSecond)
    } else if args.keyword("PXAT") {
        Ok(Deadline::AtMs)
    } else {
        Err(CommandError::Syntax)
    }
}

/// The amount must be positive, but it may be a time already past: SET writes
/// the key all the same, and the next look-up finds that its time is over.
fn expire_at_ms(deadline: Deadline, amount: &[u8], now_ms: i64) -> Result<i64, CommandError> {
    let amount = parse_i64(amount).ok_or(CommandError::NotAnInteger)?;
    let at =
        Some(amount).filter(|&amount| amount > 0).and_then(|amount| deadline.at_ms(amount, now_ms));
    at.ok_or(CommandError::InvalidExpireTime { command: "set" })
}
