//! States from which a lock can never be taken again.
//!
//! That is one from which, whatever happens without another fault, the lock is
//! never both free and wanted by nobody: it is taken for ever, or somebody waits
//! for it for ever, as behind a dead waiter in a queue.

use super::parts::Packed;
use super::shards::Shards;
use super::tables::{NOW_MS, Tables};
use super::{Broken, Explorer};
use crate::{Choice, LockIndex, Property};

/// The search for them. It goes backwards: from the states in which a lock is
/// free and nobody waits for it to those that lead there without another fault.
pub(super) struct DeadEnds {
    stage: Stage,
    /// The states that this stage has not gone through yet.
    ahead: Box<dyn Iterator<Item = u32>>,
    /// The step to each state that was noted last.
    last: Vec<Option<u32>>,
    /// Each step without a fault: from which state, and which one to the same
    /// state was noted before it.
    steps: Vec<(u32, Option<u32>)>,
    /// Which states lead to one in which the lock is at rest.
    alive: Vec<bool>,
    /// Those of them from which nobody has gone back yet.
    fresh: Vec<u32>,
}

#[derive(Clone, Copy)]
enum Stage {
    /// Steps are noted.
    Steps,
    /// It is looked where this lock is at rest.
    Rest(LockIndex),
    /// From there it is gone back.
    Back(LockIndex),
}

impl DeadEnds {
    /// A search that has not begun.
    pub(super) fn new(store: &Shards) -> Self {
        Self {
            stage: Stage::Steps,
            ahead: Box::new(store.numbers()),
            last: vec![None; store.end()],
            steps: Vec::new(),
            alive: Vec::new(),
            fresh: Vec::new(),
        }
    }

    fn begin(&mut self, lock: LockIndex, store: &Shards) {
        self.stage = Stage::Rest(lock);
        self.ahead = Box::new(store.numbers());
        self.alive = vec![false; store.end()];
    }

    fn note(&mut self, from: u32, to: u32) {
        let step = u32::try_from(self.steps.len()).ok();
        let before = std::mem::replace(&mut self.last[to as usize], step);
        self.steps.push((from, before));
    }

    /// Notes that a state leads to where the lock is at rest.
    fn lives(&mut self, state: u32) {
        if !std::mem::replace(&mut self.alive[state as usize], true) {
            self.fresh.push(state);
        }
    }

    /// Goes back from a state.
    fn go_back(&mut self) -> bool {
        let Some(state) = self.fresh.pop() else { return false };
        let mut step = self.last[state as usize];
        while let Some(number) = step {
            let (from, before) = self.steps[number as usize];
            self.lives(from);
            step = before;
        }
        true
    }

    /// Bytes of memory.
    pub(super) fn memory(&self) -> usize {
        self.last.len() * (size_of::<Option<u32>>() + size_of::<u32>() + 1)
            + self.steps.capacity() * size_of::<(u32, Option<u32>)>()
    }
}

impl Explorer {
    /// Looks for the cheapest state from which a lock can never be taken again
    /// without another fault, whichever lock that is: the first by name of those
    /// that cost the same. It looks for about so many states and answers for how
    /// many. Needs every state to have been looked at.
    pub(super) fn look_for_dead_ends(&mut self, most: usize) -> usize {
        let Some(mut search) = self.dead_ends.take() else { return 0 };
        let mut done = 0;
        while done < most && self.go_on(&mut search) {
            done += 1;
        }
        if done == most {
            self.dead_ends = Some(search);
            return done;
        }
        match search.stage {
            Stage::Steps => self.turn_to(LockIndex(0), search),
            Stage::Rest(lock) => {
                search.stage = Stage::Back(lock);
                self.dead_ends = Some(search);
            }
            Stage::Back(lock) => {
                self.note_dead(lock, &search);
                self.turn_to(LockIndex(lock.0 + 1), search);
            }
        }
        done
    }

    /// Goes on by one state; answers whether the stage had one left.
    fn go_on(&mut self, search: &mut DeadEnds) -> bool {
        if let Stage::Back(_) = search.stage {
            return search.go_back();
        }
        let Some(state) = search.ahead.next() else { return false };
        let packed = Packed::new(&self.cast, self.store.words(state));
        if let Stage::Rest(lock) = search.stage {
            if self.tables.is_at_rest(&packed, lock) {
                search.lives(state);
            }
            return true;
        }
        let mut offers = std::mem::take(&mut self.offers);
        self.tables.offers(&packed, &mut offers);
        for offer in &offers {
            if offer.costs == 0 || matches!(offer.choice, Choice::Time { .. }) {
                let mut next = self.tables.take(&self.host, &packed, offer);
                self.tables.represent(&mut next.state);
                if let Some(to) = self.store.find(next.state.words()) {
                    search.note(state, to);
                }
            }
        }
        self.offers = offers;
        true
    }

    /// Goes on with this lock, if there is one.
    fn turn_to(&mut self, lock: LockIndex, mut search: DeadEnds) {
        if lock.0 < self.cast.locks.len() {
            search.begin(lock, &self.store);
            self.dead_ends = Some(search);
        } else {
            self.finished = true;
        }
    }

    /// Notes the cheapest state from which this lock never comes to rest, if it
    /// is cheaper than those of other locks.
    fn note_dead(&mut self, lock: LockIndex, search: &DeadEnds) {
        let dead = self.store.numbers().filter(|state| !search.alive[*state as usize]);
        let Some(state) = dead.min_by_key(|state| self.store.cost(*state)) else { return };
        let broken = Broken { cost: self.store.cost(state), state, choice: None };
        let known = self.found.get(&Property::CanBeTakenAgain);
        if known.is_none_or(|known| broken.cost < known.cost) {
            self.found.insert(Property::CanBeTakenAgain, broken);
            self.dead_lock = Some(lock);
        }
    }

    /// The lock that cannot be taken again.
    pub(super) fn dead_lock(&self) -> Option<LockIndex> {
        self.dead_lock
    }
}

impl Tables {
    /// Whether too few nodes have the lock for anybody to hold it, and nobody
    /// is taking it.
    fn is_at_rest(&self, state: &Packed, lock: LockIndex) -> bool {
        let mut clients = state.clients();
        let is_wanted = clients.any(|client| {
            let facts = self.client_facts(client, state.client(client));
            facts.is_some_and(|facts| facts.takes == Some(lock))
        });
        let nodes = state.nodes();
        let has_it =
            |node: &&u32| self.nodes.get(**node).lock_key(&self.cast, lock, NOW_MS).is_some();
        !is_wanted && nodes.iter().filter(has_it).count() <= nodes.len() / 2
    }
}
