//! The states that were found.

use super::Cost;
use super::parts::hash_words;
use hashbrown::HashTable;

/// The states that were found, each with the cheapest way to it.
///
/// A record is the words of a state and then its way, so that looking for a
/// state touches one place in memory.
pub(super) struct Store {
    /// How many words a state has.
    width: usize,
    records: Vec<u32>,
    index: HashTable<u32>,
    states: u32,
}

/// The cheapest way to a state: from which one, by which of its choices.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) parent: u32,
    pub(super) cost: Cost,
    pub(super) choice: u16,
}

/// With room for so many states it begins: to grow is to look at all again.
const USUAL: usize = 256;

/// How many words a way has.
const WAY: usize = 3;

/// The parent of the first state.
pub(super) const NO_PARENT: u32 = u32::MAX;

impl Way {
    fn words(self) -> [u32; WAY] {
        let faults = self.cost.0.min(0xffff);
        let rest = faults << 16 | u32::from(self.choice);
        [self.parent, self.cost.1, rest]
    }

    fn read(words: &[u32]) -> Self {
        let rest = words[2];
        let choice = u16::try_from(rest & 0xffff).unwrap_or(0);
        Self { parent: words[0], cost: (rest >> 16, words[1]), choice }
    }
}

impl Store {
    pub(super) fn new(width: usize) -> Self {
        let records = Vec::with_capacity(USUAL * (width + WAY));
        Self { width, records, index: HashTable::with_capacity(USUAL), states: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.states as usize
    }

    fn start(&self, state: u32) -> usize {
        state as usize * (self.width + WAY)
    }

    pub(super) fn words(&self, state: u32) -> &[u32] {
        let start = self.start(state);
        &self.records[start..start + self.width]
    }

    fn way(&self, state: u32) -> Way {
        let start = self.start(state) + self.width;
        Way::read(&self.records[start..start + WAY])
    }

    fn set_way(&mut self, state: u32, way: Way) {
        let start = self.start(state) + self.width;
        self.records[start..start + WAY].copy_from_slice(&way.words());
    }

    pub(super) fn cost(&self, state: u32) -> Cost {
        self.way(state).cost
    }

    /// From which state, and by which of its choices, it is reached.
    pub(super) fn parent(&self, state: u32) -> Option<(u32, u16)> {
        let way = self.way(state);
        (way.parent != NO_PARENT).then_some((way.parent, way.choice))
    }

    pub(super) fn find(&self, hash: u64, words: &[u32]) -> Option<u32> {
        let same = |index: &u32| is_same(self.words(*index), words);
        self.index.find(hash, same).copied()
    }

    /// Adds a state, or a cheaper way to it. Answers its number, and whether it
    /// is to be looked at for that.
    pub(super) fn insert(&mut self, hash: u64, words: &[u32], way: Way) -> (u32, bool) {
        let cost = way.cost;
        if let Some(index) = self.find(hash, words) {
            let better = cost < self.cost(index);
            if better {
                self.set_way(index, way);
            }
            return (index, better);
        }
        let index = self.states;
        // The limits of a question keep it below that.
        self.states = self.states.saturating_add(1);
        let Self { records, width, .. } = self;
        records.extend_from_slice(words);
        records.extend_from_slice(&way.words());
        let hash_of = |index: &u32| {
            let start = *index as usize * (*width + WAY);
            hash_words(&records[start..start + *width])
        };
        self.index.insert_unique(hash, index, hash_of);
        (index, true)
    }

    /// Bytes of memory.
    pub(super) fn memory(&self) -> usize {
        let index = self.index.capacity() * (size_of::<u32>() + 1);
        self.records.capacity() * size_of::<u32>() + index
    }
}

/// A handful of words is compared faster here than by a call for any length.
fn is_same(some: &[u32], others: &[u32]) -> bool {
    some.iter().zip(others).all(|(one, other)| one == other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_is_kept_however_many_choices_a_state_has() {
        // Sixteen clients and nine nodes can be cut off in 144 ways alone.
        let mut store = Store::new(1);
        store.insert(0, &[7], Way { parent: 0, cost: (3, 5), choice: 300 });
        assert_eq!((store.parent(0), store.cost(0)), (Some((0, 300)), (3, 5)));
    }
}
