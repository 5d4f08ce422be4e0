//! States from which a lock can never become free.

use super::parts::Packed;
use super::shards::Shards;
use super::{Broken, Explorer};
use crate::{Choice, LockIndex, Property};

/// The search for them. It goes backwards: from the states in which a lock is
/// free to those that lead there without another fault.
pub(super) struct DeadEnds {
    stage: Stage,
    /// The states that this stage has not gone through yet.
    ahead: Box<dyn Iterator<Item = u32>>,
    /// The step to each state that was noted last.
    last: Vec<Option<u32>>,
    /// Each step without a fault: from which state, and which one to the same
    /// state was noted before it.
    steps: Vec<(u32, Option<u32>)>,
    /// Which states lead to one in which the lock is free.
    alive: Vec<bool>,
    /// Those of them from which nobody has gone back yet.
    fresh: Vec<u32>,
}

#[derive(Clone, Copy)]
enum Stage {
    /// Steps are noted.
    Steps,
    /// It is looked where this lock is free.
    Free(LockIndex),
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
        self.stage = Stage::Free(lock);
        self.ahead = Box::new(store.numbers());
        self.alive = vec![false; store.end()];
    }

    fn note(&mut self, from: u32, to: u32) {
        let step = u32::try_from(self.steps.len()).ok();
        let before = std::mem::replace(&mut self.last[to as usize], step);
        self.steps.push((from, before));
    }

    /// Notes that a state leads to where the lock is free.
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
    /// Looks for the cheapest state from which a lock can never become free
    /// without another fault; for about so many states. Answers for how many.
    /// Needs every state to have been looked at.
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
            Stage::Free(lock) => {
                search.stage = Stage::Back(lock);
                self.dead_ends = Some(search);
            }
            Stage::Back(lock) => match self.cheapest_dead(&search) {
                Some(broken) => {
                    self.found.insert(Property::CanBeTakenAgain, broken);
                    self.dead_lock = Some(lock);
                    self.finished = true;
                }
                None => self.turn_to(LockIndex(lock.0 + 1), search),
            },
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
        if let Stage::Free(lock) = search.stage {
            if self.tables.is_free(&packed, lock) {
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

    fn cheapest_dead(&self, search: &DeadEnds) -> Option<Broken> {
        let dead = self.store.numbers().filter(|state| !search.alive[*state as usize]);
        let state = dead.min_by_key(|state| self.store.cost(*state))?;
        Some(Broken { cost: self.store.cost(state), state, choice: None })
    }

    /// The lock that cannot become free.
    pub(super) fn dead_lock(&self) -> Option<LockIndex> {
        self.dead_lock
    }
}
