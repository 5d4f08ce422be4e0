//! Counts the members that the sets at all these keys have.
//!
//! ```text
//! SINTERCARD numkeys key [key ...] [LIMIT limit]
//! ```
//!
//! Replies their number, and not more than the limit; a limit of 0 is none.

use super::sinter;
use crate::args::{Args, amount, parse_i64};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SINTERCARD",
    group: Group::Set,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::READONLY,
    since: "7.0.0",
    summary: "Counts the members that the sets at all these keys have.",
    syntax: "SINTERCARD numkeys key [key ...] [LIMIT limit]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (keys, limit) = parse(&mut call.args)?;
    let count = sinter::intersection(call, keys)?.len();
    Ok(Reply::Integer(count.min(limit) as i64))
}

fn parse<'a>(args: &mut Args<'a>) -> Result<(&'a [&'a [u8]], usize), CommandError> {
    let key_count = parse_i64(args.next()?).and_then(amount).filter(|&count| count > 0);
    let key_count = key_count.ok_or(CommandError::KeyCountNotPositive)?;
    let keys = args.rest().get(..key_count).ok_or(CommandError::TooManyKeys)?;
    for _ in keys {
        args.next()?;
    }
    let mut limit = usize::MAX;
    while !args.is_done() {
        if args.rest().len() < 2 || !args.keyword("LIMIT") {
            return Err(CommandError::Syntax);
        }
        let most = parse_i64(args.next()?).and_then(amount).ok_or(CommandError::NegativeLimit)?;
        limit = if most == 0 { usize::MAX } else { most };
    }
    Ok((keys, limit))
}
