//! An explorer without a single idea: every choice of every world, on absolute
//! times, with an accounting of its own. It merges nothing but equal worlds.

use crate::state::{State, is_at_rest};
use lockstep_engine::ScriptHost;
use lockstep_scenario::{Cast, Choice, ClientIndex, EventKind, Faults, Property, Violation};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Faults, then steps.
pub(crate) type Cost = (u32, usize);

/// How far to go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) depth: usize,
    pub(crate) states: usize,
}

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Naive {
    /// The cheapest violation of each property.
    pub(crate) broken: BTreeMap<Property, Cost>,
    /// Every violation.
    pub(crate) violations: BTreeSet<Violation>,
    /// Who got a lock.
    pub(crate) acquired: BTreeSet<ClientIndex>,
    /// Whatever costs no more than this, and is no deeper than the bound, is
    /// known; `None` if there are not more states.
    pub(crate) until: Option<Cost>,
    /// Whether some state was too deep to go on from.
    pub(crate) cut_off: bool,
    states: Vec<(State, Cost)>,
    index: BTreeMap<u64, Vec<usize>>,
    open: BTreeMap<Cost, Vec<usize>>,
    edges: Vec<(usize, usize)>,
}

impl Naive {
    /// Looks at everything within the bounds, cheapest first.
    pub(crate) fn explore(cast: &Cast, host: &ScriptHost, faults: Faults, bounds: Bounds) -> Self {
        let mut naive = Self::default();
        naive.insert(State::new(cast, host, faults), (0, 0));
        let mut closed = BTreeSet::new();
        while let Some(mut entry) = naive.open.first_entry() {
            let cost = *entry.key();
            let Some(state) = entry.get_mut().pop() else {
                naive.open.pop_first();
                continue;
            };
            if naive.states[state].1 != cost || !closed.insert(state) {
                continue;
            }
            if closed.len() > bounds.states {
                naive.until = Some(cost);
                break;
            }
            if cost.1 < bounds.depth {
                naive.expand(cast, host, state, cost);
            } else {
                naive.cut_off = true;
            }
        }
        if !naive.cut_off && naive.until.is_none() {
            naive.look_for_dead_ends(cast);
        }
        naive
    }

    /// Whether everything was looked at.
    pub(crate) fn is_complete(&self) -> bool {
        !self.cut_off && self.until.is_none()
    }

    fn insert(&mut self, state: State, cost: Cost) -> usize {
        let mut hasher = DefaultHasher::new();
        state.hash(&mut hasher);
        let same_hash = self.index.entry(hasher.finish()).or_default();
        let states = &mut self.states;
        let known = same_hash.iter().copied().find(|&known| states[known].0 == state);
        let place = known.unwrap_or(states.len());
        if known.is_none() {
            states.push((state, cost));
            same_hash.push(place);
        }
        if known.is_none() || cost < states[place].1 {
            states[place].1 = cost;
            self.open.entry(cost).or_default().push(place);
        }
        place
    }

    fn expand(&mut self, cast: &Cast, host: &ScriptHost, from: usize, cost: Cost) {
        let state = self.states[from].0.clone();
        for (choice, left) in state.options(cast, host) {
            let (next, events) = state.take(cast, host, choice, left);
            let cost = (cost.0 + state.left.total() - left.total(), cost.1 + 1);
            for event in events {
                match event.kind {
                    EventKind::Violated(violation) => {
                        self.broken(violation.property(), cost);
                        self.violations.insert(violation);
                    }
                    EventKind::Acquired { client, outcome: Ok(_), .. } => {
                        self.acquired.insert(client);
                    }
                    _ => {}
                }
            }
            let to = self.insert(next, cost);
            if left == state.left || matches!(choice, Choice::Time { .. }) {
                self.edges.push((from, to));
            }
        }
    }

    fn broken(&mut self, property: Property, cost: Cost) {
        let known = self.broken.entry(property).or_insert(cost);
        *known = cost.min(*known);
    }

    /// A state from which no step without another fault leads to one in which
    /// the lock is free.
    fn look_for_dead_ends(&mut self, cast: &Cast) {
        let mut before = vec![Vec::new(); self.states.len()];
        for (from, to) in &self.edges {
            before[*to].push(*from);
        }
        for lock in 0..cast.locks.len() {
            let free = |place: &usize| is_at_rest(cast, &self.states[*place].0.world, lock);
            let mut fresh: Vec<usize> = (0..self.states.len()).filter(free).collect();
            let mut alive: BTreeSet<usize> = fresh.iter().copied().collect();
            while let Some(place) = fresh.pop() {
                fresh.extend(before[place].iter().copied().filter(|from| alive.insert(*from)));
            }
            let dead = (0..self.states.len()).filter(|place| !alive.contains(place));
            if let Some(cost) = dead.map(|place| self.states[place].1).min() {
                self.broken(Property::CanBeTakenAgain, cost);
            }
        }
    }
}
