//! Adds members with scores to a sorted set, or changes their scores.
//!
//! ```text
//! ZADD key [NX | XX] [GT | LT] [CH] [INCR] score member [score member ...]
//! ```
//!
//! Replies how many members are new; with `CH` how many are new or have another score
//! now. `NX` only adds, `XX` only changes, `GT` only raises and `LT` only lowers.
//! `INCR` adds to the score of one member and replies the sum, nil where an option kept
//! it from that.

use crate::args::Args;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::{Score, SortedSet};
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZADD",
    group: Group::SortedSet,
    arity: Arity::AtLeast(4),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "1.2.0",
    summary: "Adds members with scores to a sorted set, or changes their scores.",
    syntax: "ZADD key [NX | XX] [GT | LT] [CH] [INCR] score member [score member ...]",
    run: Run::Command(run),
};

/// What ZADD may do and what it replies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Options {
    nx: bool,
    xx: bool,
    gt: bool,
    lt: bool,
    ch: bool,
    incr: bool,
}

impl Options {
    /// ZINCRBY.
    pub(super) const INCR: Self =
        Self { nx: false, xx: false, gt: false, lt: false, ch: false, incr: true };
}

/// What was done with a member.
enum Outcome {
    Added(Score),
    Changed(Score),
    Same(Score),
    Refused,
}

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let options = parse(&mut call.args);
    let words = call.args.rest();
    if words.is_empty() || words.len() % 2 == 1 {
        return Err(CommandError::Syntax);
    }
    options.check(words.len() / 2)?;
    apply(call, key, words, options)
}

fn parse(args: &mut Args<'_>) -> Options {
    let mut options = Options::default();
    loop {
        if args.keyword("NX") {
            options.nx = true;
        } else if args.keyword("XX") {
            options.xx = true;
        } else if args.keyword("GT") {
            options.gt = true;
        } else if args.keyword("LT") {
            options.lt = true;
        } else if args.keyword("CH") {
            options.ch = true;
        } else if args.keyword("INCR") {
            options.incr = true;
        } else {
            return options;
        }
    }
}

impl Options {
    fn check(self, pairs: usize) -> Result<(), CommandError> {
        let Self { nx, xx, gt, lt, incr, .. } = self;
        if nx && xx {
            Err(CommandError::AddNxAndXx)
        } else if gt && lt || nx && (gt || lt) {
            Err(CommandError::AddGtLtAndNx)
        } else if incr && pairs > 1 {
            Err(CommandError::AddIncrPairs)
        } else {
            Ok(())
        }
    }
}

/// Adds `score member` in turn. ZINCRBY is a call of this.
pub(super) fn apply(
    call: &mut Call<'_>,
    key: &[u8],
    words: &[&[u8]],
    options: Options,
) -> Result<Reply, CommandError> {
    let pair = |pair: &[&[u8]]| {
        let [score, member] = *pair else { return Err(CommandError::Syntax) };
        let score = Score::parse(score).ok_or(CommandError::NotAFloat)?;
        Ok((score, Blob::from(member)))
    };
    // All scores are read before anything is done.
    let pairs = words.chunks(2).map(pair).collect::<Result<Vec<_>, _>>()?;
    let mut keyspace = call.keyspace();
    if options.xx && keyspace.read::<SortedSet>(key)?.is_none() {
        return Ok(if options.incr { Reply::Nil } else { Reply::Integer(0) });
    }
    let set = keyspace.write_or_create::<SortedSet>(&Blob::from(key))?;
    let (mut added, mut changed, mut sum) = (0, 0, None);
    for (score, member) in pairs {
        match add(set, &member, score, options)? {
            Outcome::Added(score) => (added, sum) = (added + 1, Some(score)),
            Outcome::Changed(score) => (changed, sum) = (changed + 1, Some(score)),
            Outcome::Same(score) => sum = Some(score),
            Outcome::Refused => {}
        }
    }
    if added + changed > 0 {
        keyspace.notify(if options.incr { "zincr" } else { "zadd" }, key);
    }
    Ok(match sum {
        _ if !options.incr => Reply::Integer(if options.ch { added + changed } else { added }),
        Some(sum) => sum.reply(),
        None => Reply::Nil,
    })
}

fn add(
    set: &mut SortedSet,
    member: &[u8],
    score: Score,
    options: Options,
) -> Result<Outcome, CommandError> {
    let Options { nx, xx, gt, lt, incr, .. } = options;
    let Some(before) = set.score(member) else {
        if xx {
            return Ok(Outcome::Refused);
        }
        set.insert(member, score);
        return Ok(Outcome::Added(score));
    };
    if nx {
        return Ok(Outcome::Refused);
    }
    let sum = if incr { Score::new(before.get() + score.get()) } else { Some(score) };
    let score = sum.ok_or(CommandError::NanScore)?;
    if gt && score <= before || lt && score >= before {
        return Ok(Outcome::Refused);
    }
    if score == before {
        return Ok(Outcome::Same(score));
    }
    set.insert(member, score);
    Ok(Outcome::Changed(score))
}
