//! Members ordered by score, and by name where scores are equal.

use lockstep_resp::Blob;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

/// A score: any double but "not a number". Both zeros are one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Score(f64);

impl Score {
    /// The score, unless it is not a number.
    pub(crate) fn new(score: f64) -> Option<Self> {
        // Adding zero turns the negative zero into the positive one.
        (!score.is_nan()).then_some(Self(score + 0.0))
    }

    pub(crate) fn get(self) -> f64 {
        self.0
    }
}

impl PartialEq for Score {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Score {}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Hash for Score {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.to_bits().hash(hasher);
    }
}

/// Members with their scores.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SortedSet {
    scores: BTreeMap<Blob, Score>,
    /// The same in the order of scores, then of names.
    order: BTreeSet<(Score, Blob)>,
}

/// `order` follows from `scores`, so it adds nothing to the hash.
impl Hash for SortedSet {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.scores.hash(hasher);
    }
}

impl SortedSet {
    pub(crate) fn len(&self) -> usize {
        self.scores.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    pub(crate) fn score(&self, member: &[u8]) -> Option<Score> {
        self.scores.get(member).copied()
    }

    /// Gives a member a score; the one that it had comes back.
    pub(crate) fn insert(&mut self, member: &[u8], score: Score) -> Option<Score> {
        let member = Blob::from(member);
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

    /// The members from the lowest score to the highest.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (&Blob, Score)> + Clone {
        self.order.iter().map(|(score, member)| (member, *score))
    }

    /// How many members come before this one.
    pub(crate) fn rank(&self, member: &[u8]) -> Option<usize> {
        let (member, score) = self.scores.get_key_value(member)?;
        Some(self.order.range(..(*score, member.clone())).count())
    }
}
