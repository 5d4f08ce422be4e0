//! Tells where in a list an element is.
//!
//! ```text
//! LPOS key element [RANK rank] [COUNT num-matches] [MAXLEN len]
//! ```
//!
//! Replies the index, nil if there is none. `RANK` passes over the first matches, and
//! looks from the tail on if it is below zero. With `COUNT` the reply is a list of up
//! to so many indices, all of them for 0. `MAXLEN` looks at so many elements at most,
//! at all of them for 0.

use crate::args::{Args, amount};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::List;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "LPOS",
    group: Group::List,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::READONLY,
    since: "6.0.6",
    summary: "Tells where in a list an element is.",
    syntax: "LPOS key element [RANK rank] [COUNT num-matches] [MAXLEN len]",
    run: Run::Command(run),
};

struct Options {
    rank: i64,
    count: Option<usize>,
    max_len: usize,
}

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (key, element) = (call.args.next()?, call.args.next()?);
    let Options { rank, count, max_len } = parse(&mut call.args)?;
    let mut keyspace = call.keyspace();
    let list = keyspace.read::<List>(key)?;
    let length = list.map_or(0, List::len);
    let is_match = |&at: &usize| list.is_some_and(|list| *list[at] == *element);
    let matches = (0..length).filter(is_match);
    // The lowest rank has no positive counterpart; Redis takes any match for it.
    let passed_over = rank.checked_abs().and_then(amount).map_or(0, |rank| rank.saturating_sub(1));
    let most = count.unwrap_or(1);
    let found: Vec<usize> = if rank > 0 {
        let near = matches.take_while(|at| *at < max_len);
        near.skip(passed_over).take(most).collect()
    } else {
        let near = matches.rev().take_while(|at| length - at <= max_len);
        near.skip(passed_over).take(most).collect()
    };
    let mut found = found.into_iter().map(|at| Reply::Integer(at as i64));
    Ok(match count {
        Some(_) => Reply::Array(found.collect()),
        None => found.next().unwrap_or(Reply::Nil),
    })
}

fn parse(args: &mut Args<'_>) -> Result<Options, CommandError> {
    let mut options = Options { rank: 1, count: None, max_len: usize::MAX };
    while !args.is_done() {
        // An option without its amount is an unknown one.
        if args.rest().len() < 2 {
            return Err(CommandError::Syntax);
        }
        if args.keyword("RANK") {
            options.rank = args.next_i64()?;
            if options.rank == 0 {
                return Err(CommandError::ZeroRank);
            }
        } else if args.keyword("COUNT") {
            options.count = Some(all_for_zero(args).ok_or(CommandError::NegativeCount)?);
        } else if args.keyword("MAXLEN") {
            options.max_len = all_for_zero(args).ok_or(CommandError::NegativeMaxlen)?;
        } else {
            return Err(CommandError::Syntax);
        }
    }
    Ok(options)
}

fn all_for_zero(args: &mut Args<'_>) -> Option<usize> {
    let amount = args.next_usize().ok()?;
    Some(if amount == 0 { usize::MAX } else { amount })
}
