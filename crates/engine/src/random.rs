//! Choices at random that come again with the same seed.

use crate::CommandError;
use crate::args::amount;
use std::collections::BTreeSet;

/// How many elements a command draws with repetition at most. Redis tries any
/// number, until its memory is gone.
const MAX_REPEATED: u64 = 1 << 20;

/// A generator of numbers that look random: SplitMix64 (Steele, Lea and Flood,
/// "Fast Splittable Pseudorandom Number Generators", 2014). Eight bytes are all
/// that it remembers, so a state that has one stays cheap to clone and hash.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`; 0 if `bound` is 0, and nothing is drawn then.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        if bound == 0 {
            return 0;
        }
        // The high half of the product is below the bound, and as good as even.
        let product = u128::from(self.next()) * bound as u128;
        (product >> 64) as usize
    }

    /// So many different numbers below `bound`, all of them if that is fewer,
    /// in ascending order. Each draws one number (Floyd's sampling).
    pub(crate) fn distinct_below(&mut self, bound: usize, count: usize) -> BTreeSet<usize> {
        if count >= bound {
            return (0..bound).collect();
        }
        let mut chosen = BTreeSet::new();
        for last in bound - count..bound {
            let number = self.below(last + 1);
            chosen.insert(if chosen.contains(&number) { last } else { number });
        }
        chosen
    }

    /// What a count asks for in a collection of `size` elements, by number: so
    /// many different ones in ascending order, or so many below zero, of which
    /// the same may come again.
    pub(crate) fn draw(&mut self, size: usize, count: i64) -> Result<Vec<usize>, CommandError> {
        if let Some(count) = amount(count) {
            return Ok(self.distinct_below(size, count).into_iter().collect());
        }
        match count.unsigned_abs() {
            _ if size == 0 => Ok(Vec::new()),
            times @ ..=MAX_REPEATED => Ok((0..times).map(|_| self.below(size)).collect()),
            _ => Err(CommandError::OutOfRange),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let mut random = Random::new(1_234_567);
        let numbers = [random.next(), random.next(), random.next()];
        let published =
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(numbers, published);
    }

    #[test]
    fn choices_are_within_their_bound_and_all_come() {
        let mut random = Random::new(0);
        let seen: BTreeSet<usize> = (0..200).map(|_| random.below(10)).collect();
        assert_eq!(seen, (0..10).collect());
        assert_eq!(random.below(0), 0);
        assert_eq!(random.below(1), 0);
    }

    #[test]
    fn different_numbers_are_chosen_alike_often() {
        let mut random = Random::new(0);
        let mut times = [0; 6];
        for _ in 0..3_000 {
            let chosen = random.distinct_below(6, 2);
            assert_eq!(chosen.len(), 2);
            chosen.into_iter().for_each(|number| times[number] += 1);
        }
        assert!(times.iter().all(|times| (900..1_100).contains(times)), "{times:?}");
        assert_eq!(random.distinct_below(3, 9), BTreeSet::from([0, 1, 2]));
        assert_eq!(random.distinct_below(0, 9), BTreeSet::new());
    }

    #[test]
    fn a_count_below_zero_draws_with_repetition_up_to_a_limit() {
        let mut random = Random::new(0);
        assert_eq!(random.draw(3, 5), Ok(vec![0, 1, 2]));
        assert_eq!(random.draw(1, -3), Ok(vec![0; 3]));
        assert_eq!(random.draw(0, i64::MIN), Ok(Vec::new()));
        let most = MAX_REPEATED as i64;
        assert_eq!(random.draw(2, -most).map(|drawn| drawn.len()), Ok(1 << 20));
        assert_eq!(random.draw(2, -most - 1), Err(CommandError::OutOfRange));
    }
}
