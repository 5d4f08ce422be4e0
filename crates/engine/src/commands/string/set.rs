//! Writes a string to a key, on conditions and with an expiry if asked.
//!
//! ```text
//! SET key value [NX | XX | IFEQ value | IFNE value | IFDEQ digest | IFDNE digest]
//!     [GET] [EX seconds | PX milliseconds | EXAT unix-time-seconds |
//!     PXAT unix-time-milliseconds | KEEPTTL]
//! ```
//!
//! Replies `OK`; nil where a condition kept it from writing; with `GET` the
//! string that was there before, or nil.
//!
//! `IFEQ` asks that the string that is there equals the value, `IFNE` that it
//! does not or is not there; `IFDEQ` and `IFDNE` ask the same of its digest (see
//! `DIGEST`). Redis 7.0 has none of these, and Valkey 9 only `IFEQ`.
//!
//! This one command is the whole acquisition of a lock: `NX` and an expiry in
//! one step, with no moment between them at which a client could crash.

use super::delex::Comparison;
use super::get;
use crate::args::{Args, parse_i64};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::commands::generic::expire::Deadline;
use crate::error::CommandError;
use crate::keyspace::Expire;
use crate::value::{Kind, StringValue, Value};
use crate::version::ServerVersion;
use lockstep_resp::{Blob, Reply};
use std::mem::discriminant;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SET",
    group: Group::String,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::WRITE,
    since: "1.0.0",
    summary: "Writes a string to a key, on conditions and with an expiry if asked.",
    syntax: "SET key value [NX | XX | IFEQ value | IFNE value | IFDEQ digest | IFDNE digest] \
             [GET] [EX seconds | PX milliseconds | EXAT unix-time-seconds | \
             PXAT unix-time-milliseconds | KEEPTTL]",
    run: Run::Command(run),
};

/// What must be true of the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition<'a> {
    Always,
    IfAbsent,
    IfPresent,
    If(Comparison<'a>),
}

impl Condition<'_> {
    /// Whether both are asked for by the same word.
    fn is_same_word(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::If(mine), Self::If(theirs)) => discriminant(mine) == discriminant(theirs),
            _ => self == other,
        }
    }

    fn holds(self, there: Option<&Value>) -> Result<bool, CommandError> {
        match (self, there) {
            (Self::If(comparison), Some(value)) => comparison.holds(StringValue::expect(value)?),
            (Self::If(Comparison::NotEqual(_) | Comparison::DigestNotEqual(_)), None) => Ok(true),
            (Self::If(_), None) => Ok(false),
            (Self::Always, _) => Ok(true),
            (Self::IfAbsent, there) => Ok(there.is_none()),
            (Self::IfPresent, there) => Ok(there.is_some()),
        }
    }
}

/// What becomes of the key's expiry, before the amount has been looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lifetime {
    KeepTtl,
    Persist,
    Until(Deadline),
}

impl Lifetime {
    /// The expiry that it stands for. The amount must be positive, but it may
    /// be a time already past: SET writes the key all the same, and the next
    /// look-up finds that its time is over.
    pub(super) fn expire(
        self,
        amount: &[u8],
        now_ms: i64,
        command: &'static str,
    ) -> Result<Expire, CommandError> {
        let deadline = match self {
            Self::KeepTtl => return Ok(Expire::Keep),
            Self::Persist => return Ok(Expire::Never),
            Self::Until(deadline) => deadline,
        };
        let amount = parse_i64(amount).ok_or(CommandError::NotAnInteger)?;
        let positive = Some(amount).filter(|&amount| amount > 0);
        let at_ms = positive.and_then(|amount| deadline.at_ms(amount, now_ms));
        at_ms.map(Expire::AtMs).ok_or(CommandError::InvalidExpireTime { command })
    }
}

/// For which command options are read: each has words that the other lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Set,
    Get,
}

pub(super) struct Options<'a> {
    condition: Condition<'a>,
    get: bool,
    pub(super) lifetime: Option<Lifetime>,
    /// What stands behind the word of the lifetime, not yet looked at.
    pub(super) amount: &'a [u8],
}

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (key, value) = (call.args.next()?, call.args.next()?);
    let options = parse(&mut call.args, Purpose::Set, call.state.version)?;
    let lifetime = options.lifetime.unwrap_or(Lifetime::Persist);
    let expire = lifetime.expire(options.amount, call.now_ms, "set")?;
    let before = options.get.then(|| get::apply(call, key)).transpose()?;
    let written = apply(call, key, value, options.condition, expire)?;
    Ok(before.unwrap_or(if written { Reply::OK } else { Reply::Nil }))
}

/// SETEX and PSETEX are calls of this; `command` is the name that the error of
/// an impossible time carries.
pub(super) fn apply_with_expiry(
    call: &mut Call<'_>,
    deadline: Deadline,
    command: &'static str,
) -> Result<Reply, CommandError> {
    let (key, amount, value) = (call.args.next()?, call.args.next()?, call.args.next()?);
    let expire = Lifetime::Until(deadline).expire(amount, call.now_ms, command)?;
    apply(call, key, value, Condition::Always, expire)?;
    Ok(Reply::OK)
}

/// Writes the string if the condition holds; answers whether it did. SETNX,
/// GETSET and MSET are calls of this.
pub(super) fn apply(
    call: &mut Call<'_>,
    key: &[u8],
    value: &[u8],
    condition: Condition<'_>,
    expire: Expire,
) -> Result<bool, CommandError> {
    let mut keyspace = call.keyspace();
    if condition != Condition::Always && !condition.holds(keyspace.lookup_key_read(key))? {
        return Ok(false);
    }
    let key = Blob::from(key);
    keyspace.set_key(&key, Value::String(StringValue::new(value)), expire);
    keyspace.notify("set", key.clone());
    if matches!(expire, Expire::AtMs(_)) {
        keyspace.notify("expire", key);
    }
    Ok(true)
}

/// Every word is read before the amount is looked at, so that a wrong option
/// is told before a wrong amount. The last of several amounts counts. GETEX
/// reads its options here too.
pub(super) fn parse<'a>(
    args: &mut Args<'a>,
    purpose: Purpose,
    version: ServerVersion,
) -> Result<Options<'a>, CommandError> {
    let (mut condition, mut lifetime) = (None, None);
    let (mut get, mut amount) = (false, &b""[..]);
    let set = purpose == Purpose::Set;
    while !args.is_done() {
        if set && let Some(asked) = parse_condition(args, version) {
            choose(&mut condition, asked, Condition::is_same_word)?;
        } else if set && args.keyword("GET") {
            get = true;
        } else if set && args.keyword("KEEPTTL") {
            choose(&mut lifetime, Lifetime::KeepTtl, Lifetime::eq)?;
        } else if !set && args.keyword("PERSIST") {
            choose(&mut lifetime, Lifetime::Persist, Lifetime::eq)?;
        } else {
            let deadline = parse_deadline(args)?;
            choose(&mut lifetime, Lifetime::Until(deadline), Lifetime::eq)?;
            amount = args.next()?;
        }
    }
    let condition = condition.unwrap_or(Condition::Always);
    Ok(Options { condition, get, lifetime, amount })
}

/// `NX NX` is fine, `NX XX` is not.
fn choose<T>(
    slot: &mut Option<T>,
    choice: T,
    is_same: impl Fn(&T, &T) -> bool,
) -> Result<(), CommandError> {
    if slot.as_ref().is_some_and(|other| !is_same(other, &choice)) {
        return Err(CommandError::Syntax);
    }
    *slot = Some(choice);
    Ok(())
}

fn parse_condition<'a>(args: &mut Args<'a>, version: ServerVersion) -> Option<Condition<'a>> {
    if args.keyword("NX") {
        return Some(Condition::IfAbsent);
    }
    if args.keyword("XX") {
        return Some(Condition::IfPresent);
    }
    let [word, operand, ..] = *args.rest() else { return None };
    let comparison = Comparison::parse(word, operand)?;
    let known = match version {
        ServerVersion::Redis7_0 => false,
        ServerVersion::Redis8_4 => true,
        ServerVersion::Valkey9 => matches!(comparison, Comparison::Equal(_)),
    };
    known.then(|| {
        args.skip(2);
        Condition::If(comparison)
    })
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
