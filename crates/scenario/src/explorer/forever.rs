//! States from which a lock can never become free.

use super::parts::Packed;
use super::{Broken, Explorer};
use crate::{LockIndex, Property};

impl Explorer {
    /// Looks for the cheapest state from which a lock can never become free
    /// without another fault. Needs every state to have been looked at.
    pub(super) fn look_for_dead_ends(&mut self) {
        let edges = self.edges();
        for lock in (0..self.cast.locks.len()).map(LockIndex) {
            let alive = self.can_become_free(lock, &edges);
            let states = self.store.numbers().filter(|state| !alive[*state as usize]);
            let dead = states.min_by_key(|state| self.store.cost(*state));
            if let Some(state) = dead {
                let broken = Broken { cost: self.store.cost(state), state, choice: None };
                self.found.insert(Property::CanBeTakenAgain, broken);
                self.dead_lock = Some(lock);
                return;
            }
        }
    }

    /// The lock that cannot become free.
    pub(super) fn dead_lock(&self) -> Option<LockIndex> {
        self.dead_lock
    }

    /// Every step without a fault, as the state that it leads to and the one
    /// that it comes from, in the order of the first.
    fn edges(&mut self) -> Vec<(u32, u32)> {
        let mut edges = Vec::new();
        let mut offers = Vec::new();
        for state in self.store.numbers() {
            let packed = Packed::new(&self.cast, self.store.words(state));
            self.tables.offers(&packed, &mut offers);
            for offer in &offers {
                if offer.costs == 0 || matches!(offer.choice, crate::Choice::Time { .. }) {
                    let next = self.tables.take(&self.host, &packed, offer);
                    let mut next = next.state;
                    self.tables.represent(&mut next);
                    edges.extend(self.store.find(next.words()).map(|to| (to, state)));
                }
            }
        }
        edges.sort_unstable();
        edges
    }

    /// Which states lead to one in which the lock is free.
    fn can_become_free(&self, lock: LockIndex, edges: &[(u32, u32)]) -> Vec<bool> {
        let mut alive = vec![false; self.store.end()];
        let mut fresh: Vec<u32> = Vec::new();
        for state in self.store.numbers() {
            let packed = Packed::new(&self.cast, self.store.words(state));
            if self.tables.is_free(&packed, lock) {
                alive[state as usize] = true;
                fresh.push(state);
            }
        }
        while let Some(state) = fresh.pop() {
            let first = edges.partition_point(|(to, _)| *to < state);
            for (_, from) in edges[first..].iter().take_while(|(to, _)| *to == state) {
                if !alive[*from as usize] {
                    alive[*from as usize] = true;
                    fresh.push(*from);
                }
            }
        }
        alive
    }
}
