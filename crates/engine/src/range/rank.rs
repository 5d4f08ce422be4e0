//! Ranges of ranks, of lists and sorted sets alike.

use crate::CommandError;
use crate::args::parse_i64;
use std::ops::Range;

/// From one rank to another, both included; below zero it counts from the end,
/// -1 is the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RankRange {
    start: i64,
    stop: i64,
}

impl RankRange {
    /// Reads `start stop`.
    pub(crate) fn parse(start: &[u8], stop: &[u8]) -> Result<Self, CommandError> {
        let rank = |word| parse_i64(word).ok_or(CommandError::NotAnInteger);
        Ok(Self { start: rank(start)?, stop: rank(stop)? })
    }

    /// The part of it that there is among so many elements.
    pub(crate) fn within(self, length: usize) -> Range<usize> {
        let from_head = |rank: i64| {
            let length = i64::try_from(length).unwrap_or(i64::MAX);
            if rank < 0 { rank.saturating_add(length) } else { rank }
        };
        let start = usize::try_from(from_head(self.start).max(0)).unwrap_or(usize::MAX);
        let end = usize::try_from(from_head(self.stop).saturating_add(1).max(0));
        let end = end.unwrap_or(usize::MAX).min(length);
        start.min(end)..end
    }

    /// The same counted from the other end: what is first among so many elements
    /// there is last here.
    pub(crate) fn within_reversed(self, length: usize) -> Range<usize> {
        let range = self.within(length);
        length - range.end..length - range.start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_cut_to_the_elements_that_there_are() {
        let check = |start, stop, length, expected: Range<usize>| {
            let range = RankRange { start, stop };
            assert_eq!(range.within(length), expected);
            let reversed = length - expected.end..length - expected.start;
            assert_eq!(range.within_reversed(length), reversed);
        };
        check(0, -1, 4, 0..4);
        check(1, 2, 4, 1..3);
        check(-2, -1, 4, 2..4);
        check(i64::MIN, i64::MAX, 4, 0..4);
        check(0, i64::MAX, 0, 0..0);
        for (start, stop) in [(2, 1), (4, 9), (0, -5), (i64::MAX, i64::MAX), (i64::MIN, i64::MIN)] {
            assert!(RankRange { start, stop }.within(4).is_empty());
        }
    }
}
