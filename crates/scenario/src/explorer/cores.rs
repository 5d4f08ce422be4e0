//! Many states at once, on several cores, with the very answer of one.
//!
//! States of equal cost are looked at in blocks. First each core looks where
//! the choices of its states lead, in tables that nobody changes meanwhile.
//! What the tables do not know is computed by one core, in the order of states.
//! Then each core adds what was found to stores of its own. A state's place
//! among those still to be looked at is that of the first choice that leads
//! there, so the order is the one in which a single core would have gone.
//!
//! A block that might end the exploration is left to a single core, which knows
//! where to stop.

#[cfg(test)]
mod tests;

use super::choices::Offer;
use super::parts::{Packed, hash_words};
use super::shards::{SHARDS, number, shard_of};
use super::store::{Store, Way};
use super::tables::{Next, Tables};
use super::{Cost, Explorer};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// As many states as leave room in the caches for what is found.
const LARGEST: usize = 1 << 14;
/// No state takes more bytes of memory than that.
const LARGEST_STATE: usize = 160;
/// A core takes so many at a time at most.
const PIECE: usize = 512;

/// How an exploration uses cores.
pub(super) struct Cores {
    count: NonZeroUsize,
    /// Fewer states are not worth a second core: starting it costs as much as
    /// some hundred states, twice for each block.
    smallest: usize,
    /// How many of the next states are for a single core.
    alone: usize,
}

impl Cores {
    pub(super) fn new(count: NonZeroUsize) -> Self {
        Self { count, smallest: 1 << 12, alone: 0 }
    }

    pub(super) fn count(&self) -> NonZeroUsize {
        self.count
    }
}

/// What some states of a block lead to, in their order.
#[derive(Default)]
struct Found {
    hashes: Vec<u64>,
    places: Vec<Place>,
    words: Vec<u32>,
    violated: Vec<(Place, u16)>,
    reached: u16,
    /// States with a step that is not in the tables, by their place.
    unknown: Vec<u32>,
}

/// By which choice of which state of the block something was found. Places are
/// ordered as a single core would come to them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    state: u32,
    choice: u16,
    faults: u8,
}

impl Found {
    fn add(&mut self, tables: &Tables, place: Place, mut next: Next) {
        tables.represent(&mut next.state);
        let words = next.state.words();
        self.hashes.push(hash_words(words));
        self.places.push(place);
        self.words.extend_from_slice(words);
        self.reached |= next.reached;
        if next.violated != 0 {
            self.violated.push((place, next.violated));
        }
    }

    /// Adds where the choices of a state lead, or notes that the tables do not
    /// know it of all of them.
    fn look(&mut self, tables: &Tables, place: u32, state: &Packed, offers: &mut Vec<Offer>) {
        let before = (self.places.len(), self.words.len(), self.violated.len());
        tables.offers(state, offers);
        for (number, offer) in (0u16..).zip(&*offers) {
            let mut next = Next::default();
            if tables.look(state, offer, &mut next).is_err() {
                self.hashes.truncate(before.0);
                self.places.truncate(before.0);
                self.words.truncate(before.1);
                self.violated.truncate(before.2);
                return self.unknown.push(place);
            }
            self.add(tables, Place::new(place, number, &next), next);
        }
    }

    fn iter(&self) -> impl Iterator<Item = (u64, Place, &[u32])> {
        let width = self.words.len() / self.places.len().max(1);
        let states = self.words.chunks_exact(width.max(1));
        let hashes = self.hashes.iter().zip(&self.places);
        hashes.zip(states).map(|((hash, place), words)| (*hash, *place, words))
    }
}

/// States that are looked at together.
struct Block {
    states: Vec<u32>,
    cost: Cost,
}

impl Block {
    fn cost_at(&self, place: Place) -> Cost {
        (self.cost.0 + u32::from(place.faults), self.cost.1 + 1)
    }
}

impl Place {
    fn new(state: u32, choice: u16, next: &Next) -> Self {
        Self { state, choice, faults: u8::try_from(next.faults).unwrap_or(u8::MAX) }
    }
}

impl Explorer {
    /// Looks at one or more of the cheapest states, which cost so much, at most
    /// at so many. Answers how many were looked at.
    pub(super) fn expand_some(&mut self, cost: Cost, most: usize) -> usize {
        match self.expand_many(cost, most) {
            0 => self.expand_next(cost),
            many => many,
        }
    }

    /// The same on several cores; 0 if the next state is for a single one.
    fn expand_many(&mut self, cost: Cost, most: usize) -> usize {
        let queue = self.open.at(cost);
        let count = queue.len().min(most).min(LARGEST);
        let too_deep = cost.1 >= self.question.limits.depth;
        let cores = &mut self.cores;
        if cores.alone > 0 || cores.count.get() < 2 || count < cores.smallest || too_deep {
            cores.alone = cores.alone.saturating_sub(1);
            return 0;
        }
        // Some may have been reached more cheaply in the meantime.
        let states = queue.iter().copied().take(count);
        let states = states.filter(|state| self.store.cost(*state) == cost).collect();
        let block = Block { states, cost };
        let mut found = self.look_around(&block);
        found.push(self.learn_unknown(&block, &found));
        let steps: usize = found.iter().map(|found| found.places.len()).sum();
        let limits = &self.question.limits;
        let too_many = self.store.len() + steps > limits.states;
        // Tables that are full grow to twice their size.
        let memory = 2 * (self.memory() + steps * LARGEST_STATE) as u64;
        if too_many || memory > limits.memory_bytes || !self.take_violations(&block, &found) {
            self.cores.alone = count - 1;
            return 0;
        }
        self.transitions += steps as u64;
        self.reached = found.iter().fold(self.reached, |all, found| all | found.reached);
        self.open.at(cost).drain(..count);
        for (place, state) in self.add_found(&block, &found) {
            self.open.at(block.cost_at(place)).push_back(state);
        }
        block.states.len()
    }

    /// Where the choices of these states lead, as far as the tables know.
    fn look_around(&self, block: &Block) -> Vec<Found> {
        let cores = self.cores.count.get();
        let piece = (block.states.len() / (4 * cores)).clamp(1, PIECE);
        let pieces: Vec<&[u32]> = block.states.chunks(piece).collect();
        let next_piece = AtomicUsize::new(0);
        let (tables, store) = (&self.tables, &self.store);
        let mut found = on_cores(vec![(); cores.min(pieces.len())], |()| {
            let (mut done, mut offers) = (Vec::new(), Vec::new());
            loop {
                let index = next_piece.fetch_add(1, Ordering::Relaxed);
                let Some(states) = pieces.get(index) else { return done };
                let mut found = Found::default();
                let first = u32::try_from(index * piece).unwrap_or(u32::MAX);
                for (place, state) in (first..).zip(*states) {
                    let packed = Packed::new(&tables.cast, store.words(*state));
                    found.look(tables, place, &packed, &mut offers);
                }
                done.push((index, found));
            }
        });
        found.sort_unstable_by_key(|(index, _)| *index);
        found.into_iter().map(|(_, found)| found).collect()
    }

    /// Where the choices of those states lead of which the tables do not know.
    fn learn_unknown(&mut self, block: &Block, found: &[Found]) -> Found {
        let mut learned = Found::default();
        let mut offers = std::mem::take(&mut self.offers);
        for &place in found.iter().flat_map(|found| &found.unknown) {
            let words = self.store.words(block.states[place as usize]);
            let packed = Packed::new(&self.tables.cast, words);
            self.tables.offers(&packed, &mut offers);
            for (number, offer) in (0u16..).zip(&offers) {
                let next = self.tables.take(&self.host, &packed, offer);
                learned.add(&self.tables, Place::new(place, number, &next), next);
            }
        }
        self.offers = offers;
        learned
    }

    /// Notes what is violated, unless that ends the exploration.
    fn take_violations(&mut self, block: &Block, found: &[Found]) -> bool {
        let mut violated: Vec<_> = found.iter().flat_map(|found| &found.violated).collect();
        violated.sort_unstable();
        let before = self.found.clone();
        for (place, bits) in violated {
            let state = block.states[place.state as usize];
            self.violated(*bits, block.cost_at(*place), state, place.choice);
        }
        let goes_on = !self.is_settled(block.cost);
        if !goes_on {
            self.found = before;
        }
        goes_on
    }

    /// Adds what was found. Answers the states that are to be looked at for
    /// that, in their order.
    fn add_found(&mut self, block: &Block, found: &[Found]) -> Vec<(Place, u32)> {
        let cores = self.cores.count.get().min(SHARDS);
        let add = |(core, mut stores): (usize, Vec<&mut Store>)| {
            let mut fresh = Vec::new();
            in_order(found, |hash, place, words| {
                let shard = shard_of(hash);
                if shard % cores == core {
                    let parent = block.states[place.state as usize];
                    let way = Way { parent, cost: block.cost_at(place), choice: place.choice };
                    let (index, better) = stores[shard / cores].insert(hash, words, way);
                    if better {
                        fresh.push((place, number(shard, index)));
                    }
                }
            });
            fresh
        };
        let mut fresh = self.store.share(|stores| {
            let mut shares: Vec<Vec<&mut Store>> = Vec::new();
            shares.resize_with(cores, Vec::new);
            for (shard, store) in stores.iter_mut().enumerate() {
                shares[shard % cores].push(store);
            }
            on_cores(shares.into_iter().enumerate().collect(), add)
        });
        fresh.sort_unstable_by_key(|(place, _)| *place);
        fresh
    }
}

/// Everything that was found, in the order of its places. What had to be
/// learned comes last in `found`, and each of the others before the next.
fn in_order<'a>(found: &'a [Found], mut take: impl FnMut(u64, Place, &'a [u32])) {
    let Some((learned, known)) = found.split_last() else { return };
    let mut learned = learned.iter().peekable();
    for (hash, place, words) in known.iter().flat_map(Found::iter) {
        while let Some((hash, place, words)) = learned.next_if(|(_, other, _)| *other < place) {
            take(hash, place, words);
        }
        take(hash, place, words);
    }
    learned.for_each(|(hash, place, words)| take(hash, place, words));
}

/// Does the shares of some work, each on a core, and puts together what comes
/// of them.
fn on_cores<S: Send, T: Send>(mut shares: Vec<S>, work: impl Fn(S) -> Vec<T> + Sync) -> Vec<T> {
    let own = shares.pop();
    thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> =
            shares.into_iter().map(|share| scope.spawn(move || work(share))).collect();
        let mut done = own.map(work).unwrap_or_default();
        for other in others {
            match other.join() {
                Ok(more) => done.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    })
}
