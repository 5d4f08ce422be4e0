//! Removes a key if its string is as expected.
//!
//! ```text
//! DELEX key [IFEQ value | IFNE value | IFDEQ digest | IFDNE digest]
//! ```
//!
//! Replies 1 if it removed the key, 0 if it did not. `IFEQ` asks that the string equals
//! the value, `IFNE` that it does not; `IFDEQ` and `IFDNE` ask the same of its digest
//! (see `DIGEST`). Without a condition it is `DEL` of one key. Redis 7.0 does not have it.
//!
//! `DELEX lock IFEQ token` is the whole release of a lock: it removes nobody else's.

use super::digest::digest;
use crate::call::Call;
use crate::call::Caller;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::{Kind, StringValue};
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "DELEX",
    group: Group::String,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST).union(CommandFlags::REDIS_8_4),
    since: "8.4.0",
    summary: "Removes a key if its string is as expected.",
    syntax: "DELEX key [IFEQ value | IFNE value | IFDEQ digest | IFDNE digest]",
    run: Run::Command(run),
};

/// What a string is compared with before it is replaced or removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison<'a> {
    Equal(&'a [u8]),
    NotEqual(&'a [u8]),
    DigestEqual(&'a [u8]),
    DigestNotEqual(&'a [u8]),
}

impl<'a> Comparison<'a> {
    /// The comparison that the word asks for, in upper or lower case.
    pub(super) fn parse(word: &[u8], operand: &'a [u8]) -> Option<Self> {
        let is = |name: &[u8]| word.eq_ignore_ascii_case(name);
        match () {
            () if is(b"IFEQ") => Some(Self::Equal(operand)),
            () if is(b"IFNE") => Some(Self::NotEqual(operand)),
            () if is(b"IFDEQ") => Some(Self::DigestEqual(operand)),
            () if is(b"IFDNE") => Some(Self::DigestNotEqual(operand)),
            () => None,
        }
    }

    /// Whether it holds for a string; an error for a digest of a wrong length.
    pub(super) fn holds(self, string: &[u8]) -> Result<bool, CommandError> {
        let has_digest = |expected: &[u8]| {
            let digest = digest(string);
            if digest.len() == expected.len() {
                Ok(digest.as_bytes().eq_ignore_ascii_case(expected))
            } else {
                Err(CommandError::InvalidDigest)
            }
        };
        match self {
            Self::Equal(value) => Ok(string == value),
            Self::NotEqual(value) => Ok(string != value),
            Self::DigestEqual(digest) => has_digest(digest),
            Self::DigestNotEqual(digest) => has_digest(digest).map(|equal| !equal),
        }
    }
}

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let condition = match *call.args.rest() {
        [] => None,
        [word, operand] => Some((word, operand)),
        // The command itself finds this, so that a script is told the same.
        _ => return Err(CommandError::wrong_arity(Caller::Client, SPEC.name)),
    };
    let mut keyspace = call.keyspace();
    let Some(value) = keyspace.lookup_key_read(key) else {
        return Ok(Reply::Integer(0));
    };
    if let Some((word, operand)) = condition {
        let string =
            StringValue::expect(value).map_err(|_| CommandError::ConditionWithoutString)?;
        let comparison = Comparison::parse(word, operand).ok_or(CommandError::InvalidCondition)?;
        if !comparison.holds(string)? {
            return Ok(Reply::Integer(0));
        }
    }
    keyspace.delete(key);
    keyspace.notify("del", key);
    Ok(Reply::Integer(1))
}
