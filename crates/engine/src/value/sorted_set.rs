//! Members ordered by score, and by name where scores are equal.

use super::Score;
use super::ranked::Ranked;
use crate::range::{NameRange, ScoreRange};
use lockstep_resp::Blob;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// More members than these are no listpack (`zset-max-listpack-entries`).
const MAX_LISTPACK_ENTRIES: usize = 128;
/// Nor is one with a longer name (`zset-max-listpack-value`).
const MAX_LISTPACK_VALUE: usize = 64;

/// Members with their scores. To find a member takes a binary search; what ranks
/// cost stands at [`Ranked`].
#[derive(Clone, Debug, Default)]
pub(crate) struct SortedSet {
    scores: BTreeMap<Blob, Score>,
    /// The same in the order of scores, then of names.
    order: Ranked,
    /// Whether it has ever been too big for a listpack.
    is_skiplist: bool,
}

/// `order` follows from `scores`, so it adds nothing.
impl PartialEq for SortedSet {
    fn eq(&self, other: &Self) -> bool {
        // The two zeros are equal, but replies tell them apart.
        let bits = |(member, score): (&'_ Blob, &Score)| (member.clone(), score.get().to_bits());
        self.is_skiplist == other.is_skiplist
            && self.scores.iter().map(bits).eq(other.scores.iter().map(bits))
    }
}

impl Eq for SortedSet {}

impl Hash for SortedSet {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (&self.scores, self.is_skiplist).hash(hasher);
    }
}

impl SortedSet {
    pub(crate) fn len(&self) -> usize {
        self.scores.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// Whether Redis keeps it as one piece of memory: it is small and always was.
    pub(crate) fn is_listpack(&self) -> bool {
        !self.is_skiplist
    }

    /// Keeps it as a skiplist from here on, as SORT does.
    pub(crate) fn become_skiplist(&mut self) {
        self.is_skiplist = true;
    }

    pub(crate) fn score(&self, member: &[u8]) -> Option<Score> {
        self.scores.get(member).copied()
    }

    /// Gives a member a score; the one that it had comes back.
    pub(crate) fn insert(&mut self, member: &[u8], score: Score) -> Option<Score> {
        let member = Blob::from(member);
        let is_large = self.scores.len() == MAX_LISTPACK_ENTRIES && self.score(&member).is_none();
        self.is_skiplist |= is_large || member.len() > MAX_LISTPACK_VALUE;
        let score = if self.is_skiplist { score } else { score.without_negative_zero() };
        let before = self.scores.insert(member.clone(), score);
        if let Some(before) = before {
            self.order.remove(&(before, member.clone()));
        }
        self.order.insert((score, member));
        before
    }

    pub(crate) fn remove(&mut self, member: &[u8]) -> Option<Score> {
        let (member, score) = self.scores.remove_entry(member)?;
        self.order.remove(&(score, member));
        Some(score)
    }

    /// Takes so many milliseconds from every score.
    pub(crate) fn shift(&mut self, by_ms: i64) {
        for score in self.scores.values_mut() {
            *score = score.shifted(by_ms);
        }
        self.order = Ranked::default();
        for (member, score) in &self.scores {
            self.order.insert((*score, member.clone()));
        }
    }

    /// The members from the lowest score to the highest.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (&Blob, Score)> + Clone {
        self.order.iter().map(|(score, member)| (member, *score))
    }

    /// How many members come before this one.
    pub(crate) fn rank(&self, member: &[u8]) -> Option<usize> {
        let (member, score) = self.scores.get_key_value(member)?;
        Some(self.order.count_before(|(other, name)| (other, name) < (score, member)))
    }

    /// The members with these ranks.
    pub(crate) fn range(
        &self,
        ranks: Range<usize>,
    ) -> impl DoubleEndedIterator<Item = (&Blob, Score)> {
        self.order.range(ranks).map(|(score, member)| (member, *score))
    }

    /// Takes out the members with these ranks, from the lowest to the highest.
    pub(crate) fn drain(&mut self, ranks: Range<usize>) -> Vec<(Blob, Score)> {
        let members = self.range(ranks).map(|(member, score)| (member.clone(), score));
        let members: Vec<_> = members.collect();
        for (member, _) in &members {
            self.remove(member);
        }
        members
    }

    /// The ranks of the members whose score is in the range.
    pub(crate) fn ranks_by_score(&self, range: &ScoreRange) -> Range<usize> {
        let start = self.order.count_before(|(score, _)| !range.reaches_up_to(*score));
        let end = self.order.count_before(|(score, _)| range.goes_on_to(*score));
        start..end.max(start)
    }

    /// The ranks of the members whose name is in the range, without the first
    /// `offset` of them: the lowest or, if `from_highest`, the highest.
    ///
    /// This has a meaning only where all scores are equal. Where they are not,
    /// it answers what Redis does with a small sorted set, walking from one end.
    pub(crate) fn ranks_by_name(
        &self,
        range: &NameRange<'_>,
        from_highest: bool,
        offset: usize,
    ) -> Range<usize> {
        let (Some((low, first)), Some((high, last))) = (self.order.first(), self.order.last())
        else {
            return 0..0;
        };
        if range.is_empty() || !range.reaches_up_to(last) || !range.goes_on_to(first) {
            return 0..0;
        }
        if low == high {
            let start = self.order.count_before(|(_, name)| !range.reaches_up_to(name));
            let end = self.order.count_before(|(_, name)| range.goes_on_to(name)).max(start);
            let offset = offset.min(end - start);
            return if from_highest { start..end - offset } else { start + offset..end };
        }
        let names = self.iter().map(|(member, _)| &**member);
        if from_highest {
            let inside = |name: &[u8]| range.reaches_up_to(name);
            let outside = |name: &[u8]| !range.goes_on_to(name);
            let passed = walk(names.rev(), outside, inside, offset);
            self.len() - passed.end..self.len() - passed.start
        } else {
            let inside = |name: &[u8]| range.goes_on_to(name);
            let outside = |name: &[u8]| !range.reaches_up_to(name);
            walk(names, outside, inside, offset)
        }
    }
}

/// Walks over names that may be in any order as Redis does: to the first that is
/// not `outside`, over `offset` more whatever they are, and as long as they are
/// `inside`. Answers the places of those.
fn walk<'a>(
    names: impl Iterator<Item = &'a [u8]> + Clone,
    outside: impl Fn(&[u8]) -> bool,
    inside: impl Fn(&[u8]) -> bool,
    offset: usize,
) -> Range<usize> {
    let begin = names.clone().take_while(|name| outside(name)).count();
    if !names.clone().nth(begin).is_some_and(&inside) {
        return begin..begin;
    }
    let rest = names.clone().skip(begin).skip(offset);
    let start = begin + offset.min(names.count() - begin);
    start..start + rest.take_while(|name| inside(name)).count()
}

/// Of members that come once each.
impl FromIterator<(Blob, Score)> for SortedSet {
    fn from_iter<I: IntoIterator<Item = (Blob, Score)>>(members: I) -> Self {
        let members: Vec<_> = members.into_iter().collect();
        let is_skiplist = members.len() > MAX_LISTPACK_ENTRIES
            || members.iter().any(|(member, _)| member.len() > MAX_LISTPACK_VALUE);
        let mut set = Self { is_skiplist, ..Self::default() };
        for (member, score) in members {
            set.insert(&member, score);
        }
        set
    }
}
