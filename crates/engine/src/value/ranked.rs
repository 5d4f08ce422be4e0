//! Members in the order of their scores, with their ranks.

use super::Score;
use lockstep_resp::Blob;
use std::ops::Range;

/// More members than these in one piece are cut in two.
const PIECE: usize = 512;

/// A score with its member: ordered by score, and by name where scores are equal.
pub(super) type Entry = (Score, Blob);

/// Entries in order, cut into pieces of at most [`PIECE`].
///
/// With `n` entries, to find a place takes a binary search, to tell its rank one
/// more look at each of the `n / PIECE` or so pieces, and to insert or remove
/// moves the entries of one piece.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranked {
    /// None of them is empty.
    pieces: Vec<Vec<Entry>>,
}

impl Ranked {
    pub(super) fn insert(&mut self, entry: Entry) {
        let (mut piece, mut at) = self.place(|other| *other < entry);
        if piece == self.pieces.len() {
            // Behind all others: the last piece takes it too.
            match self.pieces.len().checked_sub(1) {
                Some(last) => (piece, at) = (last, self.pieces[last].len()),
                None => self.pieces.push(Vec::new()),
            }
        }
        let entries = &mut self.pieces[piece];
        entries.insert(at, entry);
        if entries.len() > PIECE {
            let behind = entries.split_off(PIECE / 2);
            self.pieces.insert(piece + 1, behind);
        }
    }

    /// Takes out an entry if it is there.
    pub(super) fn remove(&mut self, entry: &Entry) {
        let (piece, at) = self.place(|other| other < entry);
        let Some(entries) = self.pieces.get_mut(piece) else { return };
        if entries.get(at) == Some(entry) {
            entries.remove(at);
            if entries.is_empty() {
                self.pieces.remove(piece);
            }
        }
    }

    /// How many entries come first for which `is_before` holds. It must hold for
    /// none that comes behind one for which it does not.
    pub(super) fn count_before(&self, is_before: impl Fn(&Entry) -> bool) -> usize {
        let (piece, at) = self.place(is_before);
        self.pieces[..piece].iter().map(Vec::len).sum::<usize>() + at
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &Entry> + Clone {
        self.pieces.iter().flatten()
    }

    pub(super) fn first(&self) -> Option<&Entry> {
        self.pieces.first()?.first()
    }

    pub(super) fn last(&self) -> Option<&Entry> {
        self.pieces.last()?.last()
    }

    /// The entries with these ranks.
    pub(super) fn range(&self, ranks: Range<usize>) -> impl DoubleEndedIterator<Item = &Entry> {
        let mut begin = 0;
        let pieces = self.pieces.iter().filter_map(move |piece| {
            let start = ranks.start.saturating_sub(begin).min(piece.len());
            let end = ranks.end.saturating_sub(begin).min(piece.len());
            begin += piece.len();
            (start < end).then(|| &piece[start..end])
        });
        pieces.collect::<Vec<_>>().into_iter().flatten()
    }

    /// The piece and the place in it of the first entry for which `is_before`
    /// does not hold; behind the last piece if there is none.
    fn place(&self, is_before: impl Fn(&Entry) -> bool) -> (usize, usize) {
        let piece = self.pieces.partition_point(|piece| piece.last().is_some_and(&is_before));
        let at = self.pieces.get(piece).map_or(0, |piece| piece.partition_point(is_before));
        (piece, at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(number: usize) -> Entry {
        (Score::new(number as f64 / 3.0).unwrap(), Blob::from(number.to_string().as_bytes()))
    }

    #[test]
    fn ranks_are_right_over_many_pieces() {
        let count = PIECE * 5;
        let mut ranked = Ranked::default();
        // 7 and the count have no common divisor, so that every number comes once.
        (0..count).for_each(|n| ranked.insert(entry(n * 7 % count)));
        assert!(ranked.pieces.len() > 5);
        assert!(ranked.iter().cloned().eq((0..count).map(entry)));
        for n in [0, 1, PIECE - 1, PIECE, count - 1] {
            assert_eq!(ranked.count_before(|other| *other < entry(n)), n);
        }
        let middle = PIECE - 3..PIECE * 3 + 2;
        assert!(ranked.range(middle.clone()).cloned().eq(middle.clone().map(entry)));
        assert!(ranked.range(middle.clone()).rev().cloned().eq(middle.rev().map(entry)));
        assert_eq!(ranked.range(count..count + 1).count(), 0);
        (0..count).filter(|n| n % PIECE != 5).for_each(|n| ranked.remove(&entry(n)));
        assert!(ranked.iter().cloned().eq((0..5).map(|n| entry(n * PIECE + 5))));
        assert!(ranked.pieces.iter().all(|piece| !piece.is_empty()));
    }
}
