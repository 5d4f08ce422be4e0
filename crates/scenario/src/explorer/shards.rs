//! The states that were found, spread over a fixed number of stores, so that
//! several cores can add to them at the same time.
//!
//! Where a state belongs depends on its words alone, and so does its number on
//! the order in which states are found, never on how many cores look for them.

use super::Cost;
use super::parts::hash_words;
use super::store::{Store, Way};

/// How many stores there are: no more cores than that can add states at once.
pub(super) const SHARDS: usize = 32;

/// The states that were found.
pub(super) struct Shards {
    stores: Vec<Store>,
    /// How many states there are: it is asked for after each.
    len: usize,
}

/// In which store a state with this hash belongs. The hash tables look at the
/// bits at both ends.
pub(super) fn shard_of(hash: u64) -> usize {
    (hash >> 40) as usize % SHARDS
}

/// The number of a state among all, from its store and its number there.
pub(super) fn number(shard: usize, index: u32) -> u32 {
    let shards = u32::try_from(SHARDS).unwrap_or(1);
    index.saturating_mul(shards) | u32::try_from(shard).unwrap_or(0)
}

impl Shards {
    pub(super) fn new(width: usize) -> Self {
        Self { stores: (0..SHARDS).map(|_| Store::new(width)).collect(), len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The numbers of all states, store by store.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u32> + use<> {
        let lengths: Vec<usize> = self.stores.iter().map(Store::len).collect();
        let of = |(shard, length)| (0u32..).take(length).map(move |index| number(shard, index));
        lengths.into_iter().enumerate().flat_map(of)
    }

    /// A number that no state reaches.
    pub(super) fn end(&self) -> usize {
        self.stores.iter().map(Store::len).max().unwrap_or(0) * SHARDS
    }

    fn store(&self, state: u32) -> (&Store, u32) {
        let (shard, index) = (state as usize % SHARDS, state as usize / SHARDS);
        (&self.stores[shard], u32::try_from(index).unwrap_or(u32::MAX))
    }

    pub(super) fn words(&self, state: u32) -> &[u32] {
        let (store, index) = self.store(state);
        store.words(index)
    }

    pub(super) fn cost(&self, state: u32) -> Cost {
        let (store, index) = self.store(state);
        store.cost(index)
    }

    /// From which state, and by which of its choices, it is reached.
    pub(super) fn parent(&self, state: u32) -> Option<(u32, u16)> {
        let (store, index) = self.store(state);
        store.parent(index)
    }

    pub(super) fn find(&self, words: &[u32]) -> Option<u32> {
        let hash = hash_words(words);
        let shard = shard_of(hash);
        self.stores[shard].find(hash, words).map(|index| number(shard, index))
    }

    /// Adds a state, or a cheaper way to it. Answers its number, and whether it
    /// is to be looked at for that.
    pub(super) fn insert(&mut self, words: &[u32], way: Way) -> (u32, bool) {
        let hash = hash_words(words);
        let shard = shard_of(hash);
        let store = &mut self.stores[shard];
        let before = store.len();
        let (index, better) = store.insert(hash, words, way);
        self.len += store.len() - before;
        (number(shard, index), better)
    }

    /// Has several cores add to the stores, which are in their order.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn share<T>(&mut self, add: impl FnOnce(&mut [Store]) -> T) -> T {
        let added = add(&mut self.stores);
        self.len = self.stores.iter().map(Store::len).sum();
        added
    }

    /// Bytes of memory.
    pub(super) fn memory(&self) -> usize {
        self.stores.iter().map(Store::memory).sum()
    }
}
