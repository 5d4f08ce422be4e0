//! Gives a key an expiry, in seconds from now.
//!
//! ```text
//! EXPIRE key seconds [NX | XX | GT | LT]
//! ```
//!
//! Replies 1 if it did; 0 without the key or where an option kept it from it: `NX`
//! asks that the key has no expiry yet, `XX` that it has one, `GT` that the new one is
//! later, `LT` that it is earlier. A key without expiry counts as one that lives for
//! ever. An amount that is zero or negative deletes the key at once.
//!
//! It asks nobody whose key it is: a client that extends its lock with it extends the
//! lock of whoever holds it by then.

use crate::args::{Args, parse_i64};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "EXPIRE",
    group: Group::Generic,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Gives a key an expiry, in seconds from now.",
    syntax: "EXPIRE key seconds [NX | XX | GT | LT]",
    run: Run::Command(run),
};

/// How a deadline is told: an amount of what, counted from when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::commands) enum Deadline {
    InSeconds,
    InMs,
    AtSecond,
    AtMs,
}

impl Deadline {
    /// The Unix millisecond that `amount` stands for; `None` if that is more
    /// than 64 bits can hold.
    pub(in crate::commands) fn at_ms(self, amount: i64, now_ms: i64) -> Option<i64> {
        match self {
            Self::InSeconds => amount.checked_mul(1000)?.checked_add(now_ms),
            Self::InMs => amount.checked_add(now_ms),
            Self::AtSecond => amount.checked_mul(1000),
            Self::AtMs => Some(amount),
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Options {
    nx: bool,
    xx: bool,
    gt: bool,
    lt: bool,
}

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    apply(call, Deadline::InSeconds, "expire")
}

/// PEXPIRE, EXPIREAT and PEXPIREAT are calls of this; `command` is the name
/// that the error of an impossible time carries.
pub(super) fn apply(
    call: &mut Call<'_>,
    deadline: Deadline,
    command: &'static str,
) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let amount = call.args.next()?;
    // A wrong option is told before a wrong amount, and a wrong amount even
    // where there is no key.
    let options = parse(&mut call.args)?;
    let now_ms = call.now_ms;
    let amount = parse_i64(amount).ok_or(CommandError::NotAnInteger)?;
    let at_ms =
        deadline.at_ms(amount, now_ms).ok_or(CommandError::InvalidExpireTime { command })?;
    let mut keyspace = call.keyspace();
    if keyspace.lookup_key_write(key).is_none() || !options.allow(keyspace.expire_at_ms(key), at_ms)
    {
        return Ok(Reply::Integer(0));
    }
    if at_ms <= now_ms {
        keyspace.delete(key);
        keyspace.notify("del", key);
    } else {
        keyspace.set_expire(key, Some(at_ms));
        keyspace.notify("expire", key);
    }
    Ok(Reply::Integer(1))
}

fn parse(args: &mut Args<'_>) -> Result<Options, CommandError> {
    let mut options = Options::default();
    while !args.is_done() {
        if args.keyword("NX") {
            options.nx = true;
        } else if args.keyword("XX") {
            options.xx = true;
        } else if args.keyword("GT") {
            options.gt = true;
        } else if args.keyword("LT") {
            options.lt = true;
        } else {
            return Err(CommandError::unsupported_option(args.next()?));
        }
    }
    match options {
        Options { nx: true, xx, gt, lt } if xx || gt || lt => {
            Err(CommandError::ExpireOptionsWithNx)
        }
        Options { gt: true, lt: true, .. } => Err(CommandError::ExpireGtAndLt),
        _ => Ok(options),
    }
}

impl Options {
    fn allow(self, before: Option<i64>, at_ms: i64) -> bool {
        let refused = match before {
            None => self.xx || self.gt,
            Some(before) => self.nx || (self.gt && at_ms <= before) || (self.lt && at_ms >= before),
        };
        !refused
    }
}
