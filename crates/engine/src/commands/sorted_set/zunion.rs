//! Puts sorted sets together: the members that any of them has.
//!
//! ```text
//! ZUNION numkeys key [key ...] [WEIGHTS weight [weight ...]] [AGGREGATE SUM | MIN |
//!     MAX] [WITHSCORES]
//! ```
//!
//! Replies the members, ordered by the score that they have there. A member that
//! several have gets the sum of its scores, or the lowest or the highest of them;
//! `WEIGHTS` multiplies the scores of each sorted set first. A set counts as one in
//! which all scores are 1. `WITHSCORES` adds the scores: in pairs, for RESP2 in turn.

use super::{members_reply, zrangestore};
use crate::args::Args;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::{Score, Value};
use lockstep_resp::{Blob, Reply};
use std::collections::BTreeMap;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZUNION",
    group: Group::SortedSet,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::READONLY,
    since: "6.2.0",
    summary: "Puts sorted sets together: the members that any of them has.",
    syntax: "ZUNION numkeys key [key ...] [WEIGHTS weight [weight ...]] \
             [AGGREGATE SUM | MIN | MAX] [WITHSCORES]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    read(call, Combination::Union, "zunion")
}

/// How several are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Combination {
    Union,
    Intersection,
    Difference,
}

/// Reads the words, puts together, and replies the members. ZINTER and ZDIFF are
/// calls of this; `command` is the name that the error of no key carries.
pub(super) fn read(
    call: &mut Call<'_>,
    combination: Combination,
    command: &'static str,
) -> Result<Reply, CommandError> {
    let sources = sources(call, command)?;
    let options = Options::parse(&mut call.args, combination, sources.len(), Reads::Members)?;
    let mut members = combine(sources, combination, &options);
    members.sort_unstable_by(|(one, score), (other, than)| (score, one).cmp(&(than, other)));
    Ok(members_reply(members.into_iter(), options.with_scores, call.session.protocol))
}

/// Reads the words, puts together, and stores the result at the key in front.
/// ZUNIONSTORE, ZINTERSTORE and ZDIFFSTORE are calls of this; `command` is their
/// name, in errors and in notifications.
pub(super) fn store(
    call: &mut Call<'_>,
    combination: Combination,
    command: &'static str,
) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let sources = sources(call, command)?;
    let options = Options::parse(&mut call.args, combination, sources.len(), Reads::Nothing)?;
    let members = combine(sources, combination, &options);
    Ok(zrangestore::store(call, key, members.into_iter().collect(), command))
}

/// Whether the command replies members, so that `WITHSCORES` has a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reads {
    Members,
    Nothing,
}

struct Options {
    weights: Vec<f64>,
    aggregate: Aggregate,
    with_scores: bool,
}

impl Options {
    fn parse(
        args: &mut Args<'_>,
        combination: Combination,
        sources: usize,
        reads: Reads,
    ) -> Result<Self, CommandError> {
        let mut options =
            Self { weights: vec![1.0; sources], aggregate: Aggregate::Sum, with_scores: false };
        let weighs = combination != Combination::Difference;
        while !args.is_done() {
            let left = args.rest().len();
            if weighs && left > sources && args.keyword("WEIGHTS") {
                for weight in &mut options.weights {
                    let score = Score::parse(args.next()?).ok_or(CommandError::WeightNotAFloat)?;
                    *weight = score.get();
                }
            } else if weighs && left > 1 && args.keyword("AGGREGATE") {
                options.aggregate = Aggregate::parse(args)?;
            } else if reads == Reads::Members && args.keyword("WITHSCORES") {
                options.with_scores = true;
            } else {
                return Err(CommandError::Syntax);
            }
        }
        Ok(options)
    }
}

/// Members with scores, as they are put together.
type Scored = BTreeMap<Blob, f64>;

/// Reads `numkeys key [key ...]` and what is at the keys: sorted sets, and sets
/// with 1 for every score.
pub(super) fn sources(
    call: &mut Call<'_>,
    command: &'static str,
) -> Result<Vec<Scored>, CommandError> {
    let count = call.args.next_i64()?;
    if count < 1 {
        return Err(CommandError::NoInputKey { command });
    }
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let keys = call.args.rest().get(..count).ok_or(CommandError::Syntax)?;
    call.args.skip(count);
    let mut keyspace = call.keyspace();
    let source = |&key: &&[u8]| match keyspace.lookup_key_read(key) {
        None => Ok(Scored::new()),
        Some(Value::SortedSet(set)) => Ok(set.iter().map(|(m, s)| (m.clone(), s.get())).collect()),
        Some(Value::Set(set)) => Ok(set.iter().map(|member| (member.clone(), 1.0)).collect()),
        Some(_) => Err(CommandError::WrongType),
    };
    keys.iter().map(source).collect()
}

fn combine(
    sources: Vec<Scored>,
    combination: Combination,
    options: &Options,
) -> Vec<(Blob, Score)> {
    let mut sources: Vec<_> = sources.into_iter().zip(options.weights.iter().copied()).collect();
    if combination != Combination::Difference {
        // Redis goes from the smallest to the largest, which shows in sums.
        sources.sort_by_key(|(members, _)| members.len());
    }
    let combined = match combination {
        Combination::Union => unite(&sources, options.aggregate),
        Combination::Intersection => intersect(&sources, options.aggregate),
        Combination::Difference => subtract(sources),
    };
    let score = |number: f64| Score::new(number).unwrap_or(Score::ZERO);
    combined.into_iter().map(|(member, number)| (member, score(number))).collect()
}

fn unite(sources: &[(Scored, f64)], aggregate: Aggregate) -> Scored {
    let mut united = Scored::new();
    for (members, weight) in sources {
        for (member, score) in members {
            let score = zero_if_nan(score * weight);
            let sum = united.get(member).map_or(score, |&sum| aggregate.of(sum, score));
            united.insert(member.clone(), sum);
        }
    }
    united
}

fn intersect(sources: &[(Scored, f64)], aggregate: Aggregate) -> Scored {
    let Some(((smallest, weight), others)) = sources.split_first() else { return Scored::new() };
    let common = smallest.iter().filter_map(|(member, score)| {
        let first = zero_if_nan(score * weight);
        let sum = others.iter().try_fold(first, |sum, (members, weight)| {
            Some(aggregate.of(sum, members.get(member)? * weight))
        });
        Some((member.clone(), sum?))
    });
    common.collect()
}

fn subtract(sources: Vec<(Scored, f64)>) -> Scored {
    let mut sources = sources.into_iter().map(|(members, _)| members);
    let mut left = sources.next().unwrap_or_default();
    for members in sources {
        left.retain(|member, _| !members.contains_key(member));
    }
    left
}

/// What becomes of the scores of a member that several have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aggregate {
    Sum,
    Min,
    Max,
}

impl Aggregate {
    fn parse(args: &mut Args<'_>) -> Result<Self, CommandError> {
        if args.keyword("SUM") {
            Ok(Self::Sum)
        } else if args.keyword("MIN") {
            Ok(Self::Min)
        } else if args.keyword("MAX") {
            Ok(Self::Max)
        } else {
            Err(CommandError::Syntax)
        }
    }

    /// The sum of two opposite infinities is 0.
    fn of(self, sum: f64, score: f64) -> f64 {
        match self {
            Self::Sum => zero_if_nan(sum + score),
            Self::Min => sum.min(score),
            Self::Max => sum.max(score),
        }
    }
}

/// Infinity times zero is not a number, which Redis takes for 0.
fn zero_if_nan(number: f64) -> f64 {
    if number.is_nan() { 0.0 } else { number }
}
