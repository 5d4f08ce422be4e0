//! An explorer without a single idea: every choice of every world, on absolute
//! times, with an accounting of its own. It merges nothing but equal worlds.

use lockstep_engine::ScriptHost;
use lockstep_scenario::{
    Cast, Choice, ClientIndex, Event, EventKind, Faults, NodeEvent, NodeIndex, Property, Status,
    Violation, World,
};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Faults, then steps.
pub(crate) type Cost = (u32, usize);

/// A world, the faults left, and who was charged for a pause since its last
/// step: the main thread of a client, and its watchdog.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub(crate) world: World,
    pub(crate) left: Faults,
    /// Who has taken a step: whoever has not is only late, and cannot crash.
    begun: Vec<bool>,
    charged: Vec<bool>,
    watchdog_charged: Vec<bool>,
}

impl State {
    pub(crate) fn new(cast: &Cast, host: &ScriptHost, faults: Faults) -> Self {
        let nobody = vec![false; cast.clients.len()];
        let world = World::new(cast, host);
        let [begun, charged, watchdog_charged] = [(); 3].map(|()| nobody.clone());
        Self { world, left: faults, begun, charged, watchdog_charged }
    }

    /// Whom moving time charges, whatever it was charged for before.
    fn could_go_on(&self, cast: &Cast) -> (Vec<bool>, Vec<bool>) {
        let clients = (0..cast.clients.len()).map(ClientIndex);
        let main = clients.map(|c| self.world.is_ready(cast, c) && self.begun[c.0]).collect();
        let mut watchdog = vec![false; cast.clients.len()];
        for choice in self.world.choices(cast) {
            if let Choice::Watchdog(client) = choice {
                watchdog[client.0] = true;
            }
        }
        (main, watchdog)
    }

    /// How many pauses it costs to move time now.
    pub(crate) fn pauses(&self, cast: &Cast) -> u8 {
        let (main, watchdog) = self.could_go_on(cast);
        let newly = (0..cast.clients.len()).filter(|&client| {
            main[client] && !self.charged[client]
                || watchdog[client] && !self.watchdog_charged[client]
        });
        u8::try_from(newly.count()).unwrap()
    }

    /// Everything that can happen, with the faults left after it.
    pub(crate) fn options(&self, cast: &Cast, host: &ScriptHost) -> Vec<(Choice, Faults)> {
        let mut options = Vec::new();
        for choice in self.world.choices(cast) {
            if !matches!(choice, Choice::Time { .. }) {
                options.push((choice, self.left));
            } else if let Some(pauses) = self.left.pauses.checked_sub(self.pauses(cast)) {
                options.push((choice, Faults { pauses, ..self.left }));
            }
        }
        options.extend(self.faults(cast, host));
        options
    }

    /// Everything that can go wrong, with the faults left after it.
    pub(crate) fn faults(&self, cast: &Cast, host: &ScriptHost) -> Vec<(Choice, Faults)> {
        let left = self.left;
        let mut faults = Vec::new();
        let mut one = |choice, slot: fn(&mut Faults) -> &mut u8| {
            let mut after = left;
            if let Some(fewer) = slot(&mut after).checked_sub(1) {
                *slot(&mut after) = fewer;
                faults.push((choice, after));
            }
        };
        for client in (0..cast.clients.len()).map(ClientIndex) {
            if self.world.status(cast, client) == Some(Status::Finished) {
                continue;
            }
            if self.begun[client.0] {
                one(Choice::Crash(client), |f| &mut f.crashes);
            }
            if self.loses(cast, host, Choice::LoseRequest(client)) {
                one(Choice::LoseRequest(client), |f| &mut f.lost_requests);
                one(Choice::LoseReply(client), |f| &mut f.lost_replies);
            }
        }
        let mut undone = Vec::new();
        for (index, node) in (0..).map(NodeIndex).zip(self.world.nodes()) {
            let on = |event| Choice::Node(index, event);
            for replica in 0..cast.replica_count() {
                one(on(NodeEvent::Promote { replica }), |f| &mut f.failovers);
            }
            if node.is_down() {
                undone.push(on(NodeEvent::Up));
            } else {
                one(on(NodeEvent::Down), |f| &mut f.nodes_down);
            }
            one(on(NodeEvent::Restart), |f| &mut f.restarts);
            let by_ms = cast.longest_ttl_ms() + 1;
            one(on(NodeEvent::Jump { by_ms }), |f| &mut f.clock_jumps);
            for client in (0..cast.clients.len()).map(ClientIndex) {
                if node.cut().contains(client) {
                    undone.push(on(NodeEvent::Join(client)));
                } else {
                    one(on(NodeEvent::Cut(client)), |f| &mut f.partitions);
                }
            }
        }
        faults.extend(undone.into_iter().map(|choice| (choice, left)));
        faults
    }

    /// Whether there is a request that gets lost.
    fn loses(&self, cast: &Cast, host: &ScriptHost, choice: Choice) -> bool {
        let events = self.world.clone().step(cast, host, choice).events;
        events.iter().any(|event| matches!(event.kind, EventKind::Lost { .. }))
    }

    /// What comes of a choice.
    pub(crate) fn take(
        &self,
        cast: &Cast,
        host: &ScriptHost,
        choice: Choice,
        left: Faults,
    ) -> (Self, Vec<Event>) {
        let mut next = Self { left, ..self.clone() };
        match choice {
            Choice::Client(client) | Choice::LoseRequest(client) | Choice::LoseReply(client) => {
                next.charged[client.0] = false;
                next.begun[client.0] = true;
            }
            Choice::Watchdog(client) => next.watchdog_charged[client.0] = false,
            Choice::Time { .. } => {
                let (main, watchdog) = self.could_go_on(cast);
                let add = |charged: &mut Vec<bool>, more: Vec<bool>| {
                    charged.iter_mut().zip(more).for_each(|(charged, more)| *charged |= more);
                };
                add(&mut next.charged, main);
                add(&mut next.watchdog_charged, watchdog);
            }
            Choice::Crash(_) | Choice::Node(..) => {}
        }
        let step = next.world.step(cast, host, choice);
        // A watchdog that ended takes with it what it was charged for.
        let (_, watchdog) = next.could_go_on(cast);
        next.watchdog_charged.iter_mut().zip(watchdog).for_each(|(charged, due)| *charged &= due);
        (next, step.events)
    }
}

/// Whether too few nodes have the lock for anybody to hold it.
pub(crate) fn is_free(cast: &Cast, world: &World, lock: usize) -> bool {
    let key = &cast.locks[lock].lock.key;
    let has_it = world.nodes().iter().filter(|node| {
        node.keys(world.now_ms()).any(|view| view.db == 0 && view.key == key)
    });
    has_it.count() <= world.nodes().len() / 2
}

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
            let free = |place: &usize| is_free(cast, &self.states[*place].0.world, lock);
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
