//! Reads a range of a sorted set.
//!
//! ```text
//! ZRANGE key start stop [BYSCORE | BYLEX] [REV] [LIMIT offset count] [WITHSCORES]
//! ```
//!
//! Replies the members from one rank to the other, both included; below zero a rank
//! counts from the end, -1 is the last. `BYSCORE` takes scores instead, as ZCOUNT, and
//! `BYLEX` names, as ZLEXCOUNT. `REV` goes from the highest to the lowest, and takes
//! the higher bound first. `LIMIT` passes over some and gives up to so many, all for
//! -1. `WITHSCORES` adds the scores: in pairs, for RESP2 in turn.

use super::members_reply;
use crate::args::Args;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::range::{NameRange, RankRange, ScoreRange};
use crate::value::{Score, SortedSet};
use lockstep_resp::{Blob, Reply};
use std::ops::Range;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZRANGE",
    group: Group::SortedSet,
    arity: Arity::AtLeast(4),
    flags: CommandFlags::READONLY,
    since: "1.2.0",
    summary: "Reads a range of a sorted set.",
    syntax: "ZRANGE key start stop [BYSCORE | BYLEX] [REV] [LIMIT offset count] \
             [WITHSCORES]",
    run: Run::Command(run),
};

/// By what a range is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    Rank,
    Score,
    Name,
}

/// What a command asks for before its options are read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Form {
    /// By what, if it is not an option.
    pub(super) by: Option<By>,
    /// Whether from the highest on, if it is not an option.
    pub(super) reversed: Option<bool>,
    /// Whether the members are stored, so that `WITHSCORES` has no place.
    pub(super) stores: bool,
}

/// A range with all that was asked for.
pub(super) struct Request<'a> {
    bounds: Bounds<'a>,
    reversed: bool,
    limit: Limit,
    with_scores: bool,
}

enum Bounds<'a> {
    Ranks(RankRange),
    Scores(ScoreRange),
    Names(NameRange<'a>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Limit {
    offset: i64,
    /// Below zero for all.
    count: i64,
}

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    apply(call, Form::default())
}

/// The older commands for ranges are calls of this.
pub(super) fn apply(call: &mut Call<'_>, form: Form) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let request = Request::parse(&mut call.args, form)?;
    let members = request.members(call, key)?.into_iter();
    Ok(members_reply(members, request.with_scores, call.session.protocol))
}

impl<'a> Request<'a> {
    /// Reads `start stop` and the options.
    pub(super) fn parse(args: &mut Args<'a>, form: Form) -> Result<Self, CommandError> {
        let (start, stop) = (args.next()?, args.next()?);
        let Form { mut by, mut reversed, stores } = form;
        let mut limit = Limit { offset: 0, count: -1 };
        let mut with_scores = false;
        while !args.is_done() {
            if !stores && args.keyword("WITHSCORES") {
                with_scores = true;
            } else if args.rest().len() > 2 && args.keyword("LIMIT") {
                limit = Limit { offset: args.next_i64()?, count: args.next_i64()? };
            } else if reversed.is_none() && args.keyword("REV") {
                reversed = Some(true);
            } else if by.is_none() && args.keyword("BYLEX") {
                by = Some(By::Name);
            } else if by.is_none() && args.keyword("BYSCORE") {
                by = Some(By::Score);
            } else {
                return Err(CommandError::Syntax);
            }
        }
        let (by, reversed) = (by.unwrap_or(By::Rank), reversed.unwrap_or(false));
        if by == By::Rank && limit.count != -1 {
            return Err(CommandError::LimitOfRanks);
        }
        if by == By::Name && with_scores {
            return Err(CommandError::ScoresOfNames);
        }
        let (min, max) = if reversed { (stop, start) } else { (start, stop) };
        let bounds = match by {
            By::Rank => Bounds::Ranks(RankRange::parse(start, stop)?),
            By::Score => Bounds::Scores(ScoreRange::parse(min, max)?),
            By::Name => Bounds::Names(NameRange::parse(min, max)?),
        };
        Ok(Self { bounds, reversed, limit, with_scores })
    }

    /// The members in the range, in the order that was asked for; none without
    /// the key.
    pub(super) fn members(
        &self,
        call: &mut Call<'_>,
        key: &[u8],
    ) -> Result<Vec<(Blob, Score)>, CommandError> {
        let mut keyspace = call.keyspace();
        let Some(set) = keyspace.read::<SortedSet>(key)? else { return Ok(Vec::new()) };
        let ranks = match &self.bounds {
            Bounds::Ranks(range) if self.reversed => range.within_reversed(set.len()),
            Bounds::Ranks(range) => range.within(set.len()),
            Bounds::Scores(range) => {
                let ranks = set.ranks_by_score(range);
                self.limit.within(ranks, self.reversed)
            }
            Bounds::Names(range) => {
                let ranks = set.ranks_by_name(range, self.reversed, self.limit.offset());
                Limit { offset: 0, ..self.limit }.within(ranks, self.reversed)
            }
        };
        let owned = |(member, score): (&Blob, Score)| (member.clone(), score);
        let members = set.range(ranks).map(owned);
        Ok(if self.reversed { members.rev().collect() } else { members.collect() })
    }
}

impl Limit {
    /// How many to pass over; below zero all.
    fn offset(self) -> usize {
        usize::try_from(self.offset).unwrap_or(usize::MAX)
    }

    /// What it leaves of these ranks, which are gone through from the first on or
    /// from the last.
    fn within(self, ranks: Range<usize>, from_last: bool) -> Range<usize> {
        let offset = self.offset().min(ranks.len());
        let count = usize::try_from(self.count).unwrap_or(usize::MAX).min(ranks.len() - offset);
        if from_last {
            ranks.end - offset - count..ranks.end - offset
        } else {
            ranks.start + offset..ranks.start + offset + count
        }
    }
}
