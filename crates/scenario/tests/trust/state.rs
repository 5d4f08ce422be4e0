//! A state of the naive explorer: what can happen in it, and what that costs.

use lockstep_engine::ScriptHost;
use lockstep_scenario::{
    Cast, Choice, ClientIndex, Event, EventKind, Faults, LockIndex, NodeEvent, NodeIndex, Status,
    World,
};

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
        u8::try_from(newly.count()).expect("few clients")
    }

    /// Time moves without them. It is the whole process that stands still: each
    /// thread is part of the pause until its own next step.
    fn charge(&mut self, (main, watchdog): (Vec<bool>, Vec<bool>)) {
        for client in 0..main.len() {
            let stands = main[client] && !self.charged[client]
                || watchdog[client] && !self.watchdog_charged[client];
            self.charged[client] |= stands;
            self.watchdog_charged[client] |= stands;
        }
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
                let longest_ms = i64::try_from(cast.longest_ttl_ms()).expect("a short time");
                for by_ms in [-1 - longest_ms, longest_ms + 1] {
                    one(Choice::ClockJump { client, by_ms }, |f| &mut f.client_clock_jumps);
                }
            }
            if self.loses(cast, host, Choice::LoseRequest(client)) {
                one(Choice::LoseRequest(client), |f| &mut f.lost_requests);
                one(Choice::LoseReply(client), |f| &mut f.lost_replies);
            }
            if self.loses(cast, host, Choice::LoseWatchdogRequest(client)) {
                one(Choice::LoseWatchdogRequest(client), |f| &mut f.lost_requests);
                one(Choice::LoseWatchdogReply(client), |f| &mut f.lost_replies);
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
            Choice::Watchdog(client)
            | Choice::LoseWatchdogRequest(client)
            | Choice::LoseWatchdogReply(client) => next.watchdog_charged[client.0] = false,
            Choice::Time { .. } => next.charge(self.could_go_on(cast)),
            Choice::Crash(_) | Choice::ClockJump { .. } | Choice::Node(..) => {}
        }
        let step = next.world.step(cast, host, choice);
        for event in &step.events {
            // A new watchdog was charged for nothing yet.
            if let EventKind::Acquired { client, lock, outcome: Ok(_) } = event.kind
                && cast.locks[lock.0].watchdog
            {
                next.watchdog_charged[client.0] = false;
            }
        }
        (next, step.events)
    }
}

/// Whether too few nodes have the lock for anybody to hold it, and nobody is
/// taking it.
pub(crate) fn is_at_rest(cast: &Cast, world: &World, lock: usize) -> bool {
    if world.clients().iter().any(|client| client.takes() == Some(LockIndex(lock))) {
        return false;
    }
    let key = &cast.locks[lock].lock.key;
    let has_it = world
        .nodes()
        .iter()
        .filter(|node| node.keys(world.now_ms()).any(|view| view.db == 0 && view.key == key));
    has_it.count() <= world.nodes().len() / 2
}
