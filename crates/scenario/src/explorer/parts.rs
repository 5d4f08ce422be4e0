//! A state as a handful of numbers.

use crate::{Cast, ClientIndex};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Enough for the most nodes and clients of a scenario, and two more.
const WORDS: usize = 28;

/// How many parts and steps even a small scenario has: tables begin with room
/// for them, since to grow is to look at all that is there.
const USUAL: usize = 512;

/// A state: a number for each node, each client, what they share, and the
/// faults left.
#[derive(Clone, Copy, Default)]
pub(super) struct Packed {
    words: [u32; WORDS],
    nodes: u8,
    clients: u8,
}

impl Packed {
    pub(super) fn empty(cast: &Cast) -> Self {
        let small = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
        let (nodes, clients) = (small(cast.node_count()), small(cast.clients.len()));
        Self { words: [0; WORDS], nodes, clients }
    }

    pub(super) fn new(cast: &Cast, words: &[u32]) -> Self {
        let mut packed = Self::empty(cast);
        packed.words[..words.len()].copy_from_slice(words);
        packed
    }

    pub(super) fn words(&self) -> &[u32] {
        &self.words[..usize::from(self.nodes) + usize::from(self.clients) + 2]
    }

    pub(super) fn nodes(&self) -> &[u32] {
        &self.words[..usize::from(self.nodes)]
    }

    pub(super) fn node(&self, node: usize) -> u32 {
        self.words[node]
    }

    pub(super) fn set_node(&mut self, node: usize, part: u32) {
        self.words[node] = part;
    }

    pub(super) fn client(&self, client: ClientIndex) -> u32 {
        self.words[usize::from(self.nodes) + client.0]
    }

    pub(super) fn set_client(&mut self, client: ClientIndex, part: u32) {
        self.words[usize::from(self.nodes) + client.0] = part;
    }

    pub(super) fn clients(&self) -> impl Iterator<Item = ClientIndex> + use<> {
        (0..usize::from(self.clients)).map(ClientIndex)
    }

    fn after(&self) -> usize {
        usize::from(self.nodes) + usize::from(self.clients)
    }

    pub(super) fn shared(&self) -> u32 {
        self.words[self.after()]
    }

    pub(super) fn set_shared(&mut self, part: u32) {
        self.words[self.after()] = part;
    }

    pub(super) fn faults(&self) -> u32 {
        self.words[self.after() + 1]
    }

    pub(super) fn set_faults(&mut self, part: u32) {
        let after = self.after();
        self.words[after + 1] = part;
    }
}

/// A fast hash of a few numbers.
pub(super) fn hash_words(words: &[u32]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for pair in words.chunks(2) {
        let high = pair.get(1).map_or(0, |high| u64::from(*high) << 32);
        let both = high | u64::from(pair[0]);
        hash = (hash.rotate_left(5) ^ both).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    // The table looks at the upper bits and at the lower ones.
    hash ^ (hash >> 29)
}

/// Parts of one kind, each with a number: equal parts have equal numbers.
pub(super) struct Parts<T> {
    parts: Vec<T>,
    index: HashTable<u32>,
}

impl<T: Hash + Eq> Parts<T> {
    pub(super) fn new() -> Self {
        Self { parts: Vec::with_capacity(USUAL), index: HashTable::with_capacity(USUAL) }
    }

    pub(super) fn get(&self, number: u32) -> &T {
        &self.parts[number as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    /// The number of a part, if it has one.
    pub(super) fn find(&self, part: &T) -> Option<u32> {
        self.find_hashed(hash_of(part), part)
    }

    fn find_hashed(&self, hash: u64, part: &T) -> Option<u32> {
        self.index.find(hash, |number| self.parts[*number as usize] == *part).copied()
    }

    /// The number of a part.
    pub(super) fn number(&mut self, part: T) -> u32 {
        let hash = hash_of(&part);
        if let Some(number) = self.find_hashed(hash, &part) {
            return number;
        }
        let number = u32::try_from(self.parts.len()).unwrap_or(u32::MAX);
        self.parts.push(part);
        let parts = &self.parts;
        self.index.insert_unique(hash, number, |number| hash_of(&parts[*number as usize]));
        number
    }
}

fn hash_of(part: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    part.hash(&mut hasher);
    hasher.finish()
}

/// What is known about steps, by a few numbers that decide them.
pub(super) struct Memo<const K: usize, V> {
    entries: HashTable<([u32; K], V)>,
}

impl<const K: usize, V: Copy> Memo<K, V> {
    pub(super) fn new() -> Self {
        Self { entries: HashTable::with_capacity(USUAL) }
    }

    pub(super) fn get(&self, key: &[u32; K]) -> Option<V> {
        self.entries.find(hash_words(key), |entry| entry.0 == *key).map(|entry| entry.1)
    }

    pub(super) fn insert(&mut self, key: [u32; K], value: V) {
        self.entries.insert_unique(hash_words(&key), (key, value), |entry| hash_words(&entry.0));
    }

    /// Bytes of memory.
    pub(super) fn memory(&self) -> usize {
        self.entries.capacity() * (size_of::<([u32; K], V)>() + 1)
    }
}
