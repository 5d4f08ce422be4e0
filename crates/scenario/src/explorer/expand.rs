//! Looking at one state: where its choices lead.

use super::parts::Packed;
use super::store::Way;
use super::{Broken, Cost, Explorer, Limit};
use crate::Property;

/// How many states are added between two looks at how much memory they take.
const MEMORY_EVERY: usize = 1024;

impl Explorer {
    /// Looks at the next of the states that cost so much. Answers how many were
    /// looked at: none if it was reached more cheaply in the meantime.
    pub(super) fn expand_next(&mut self, cost: Cost) -> usize {
        let next = self.open.at(cost).pop_front();
        let Some(state) = next.filter(|state| self.store.cost(*state) == cost) else { return 0 };
        self.expand(state, cost);
        1
    }

    fn expand(&mut self, state: u32, cost: Cost) {
        if cost.1 >= self.question.limits.depth {
            self.too_deep = true;
            return;
        }
        let before = self.store.len();
        let packed = Packed::new(&self.cast, self.store.words(state));
        let mut offers = std::mem::take(&mut self.offers);
        self.tables.offers(&packed, &mut offers);
        for (number, offer) in (0u16..).zip(&offers) {
            let mut next = self.tables.take(&self.host, &packed, offer);
            self.tables.represent(&mut next.state);
            self.transitions += 1;
            let next_cost = (cost.0 + next.faults, cost.1 + 1);
            self.reached |= next.reached;
            if next.violated != 0 {
                self.violated(next.violated, next_cost, state, number);
            }
            let way = Way { parent: state, cost: next_cost, choice: number };
            let (index, better) = self.store.insert(next.state.words(), way);
            if better {
                self.open.at(next_cost).push_back(index);
            }
        }
        self.offers = offers;
        self.stopped = self.stopped.or_else(|| self.limit_passed(before));
    }

    /// The limit that was passed since there were so many states.
    fn limit_passed(&self, before: usize) -> Option<Limit> {
        let (limits, states) = (&self.question.limits, self.store.len());
        if states > limits.states {
            return Some(Limit::States(limits.states));
        }
        let is_time = states / MEMORY_EVERY != before / MEMORY_EVERY;
        let has_room = !is_time || self.memory() as u64 <= limits.memory_bytes;
        (!has_room).then_some(Limit::Memory(limits.memory_bytes))
    }

    /// Notes what is violated, if nothing cheaper is known.
    pub(super) fn violated(&mut self, bits: u16, cost: Cost, state: u32, choice: u16) {
        for property in &self.question.properties {
            let broken = Broken { cost, state, choice: Some(choice) };
            let known = self.found.get(property).is_some_and(|known| known.cost <= cost);
            if bits & property.bit() != 0 && !known {
                self.found.insert(*property, broken);
            }
        }
    }

    /// Whether nothing cheaper can be found any more: every step from a state
    /// of this cost on costs at least one step more.
    pub(super) fn is_settled(&self, cost: Cost) -> bool {
        let known = |property: &Property| {
            self.found.get(property).is_some_and(|broken| broken.cost <= (cost.0, cost.1 + 1))
        };
        let watched = &self.question.properties;
        if self.question.all {
            !watched.is_empty() && watched.iter().all(known)
        } else {
            watched.iter().any(known)
        }
    }
}
