//! What is still to be looked at.

use super::Cost;
use std::collections::VecDeque;

/// The states that are still to be looked at, cheapest first, and among those
/// that cost the same in the order in which they were found.
pub(super) struct Frontier {
    /// By faults and by steps.
    queues: Vec<Vec<VecDeque<u32>>>,
    /// Nothing cheaper is left, nor comes: whatever follows from a state costs
    /// a step more than it.
    cost: Cost,
}

impl Frontier {
    pub(super) fn new() -> Self {
        Self { queues: Vec::new(), cost: (0, 0) }
    }

    /// What the cheapest states cost that may be left.
    pub(super) fn cost(&self) -> Cost {
        self.cost
    }

    pub(super) fn is_empty(&self) -> bool {
        self.queues.iter().flatten().all(VecDeque::is_empty)
    }

    /// Bytes of memory.
    pub(super) fn memory(&self) -> usize {
        let queues = self.queues.iter().flatten();
        queues.map(|queue| queue.capacity() * size_of::<u32>()).sum()
    }

    /// What the cheapest states cost; `None` if nothing is left.
    pub(super) fn cheapest(&mut self) -> Option<Cost> {
        loop {
            let (faults, steps) = self.cost;
            let by_steps = self.queues.get_mut(faults as usize)?;
            match by_steps.get_mut(steps as usize) {
                Some(queue) if !queue.is_empty() => return Some(self.cost),
                Some(queue) => {
                    *queue = VecDeque::new();
                    self.cost = (faults, steps + 1);
                }
                None => {
                    *by_steps = Vec::new();
                    self.cost = (faults + 1, 0);
                }
            }
        }
    }

    /// The states that cost so much.
    pub(super) fn at(&mut self, (faults, steps): Cost) -> &mut VecDeque<u32> {
        at(at(&mut self.queues, faults), steps)
    }
}

/// The element at a place, which the list is made long enough for.
fn at<T: Default>(list: &mut Vec<T>, place: u32) -> &mut T {
    let place = place as usize;
    if place >= list.len() {
        list.resize_with(place + 1, T::default);
    }
    &mut list[place]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_comes_first_and_of_those_the_one_that_was_found_first() {
        let mut frontier = Frontier::new();
        frontier.at((0, 0)).push_back(1);
        let mut seen = Vec::new();
        while let Some(cost) = frontier.cheapest() {
            let state = frontier.at(cost).pop_front().unwrap();
            seen.push((cost, state));
            if state == 1 {
                for (cost, state) in
                    [((1, 1), 5), ((0, 3), 4), ((0, 1), 3), ((0, 1), 2), ((7, 1), 6)]
                {
                    frontier.at(cost).push_back(state);
                }
            }
        }
        let order = [((0, 0), 1), ((0, 1), 3), ((0, 1), 2), ((0, 3), 4), ((1, 1), 5), ((7, 1), 6)];
        assert_eq!(seen, order);
        assert!(frontier.is_empty());
    }
}
