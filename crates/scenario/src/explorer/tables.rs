//! The parts of states, and what is known about steps.

use super::parts::{Memo, Packed, Parts};
use crate::client::{Client, Outlook};
use crate::node::Node;
use crate::shared::Shared;
use crate::turn::{Fate, Turn};
use crate::{
    Cast, Choice, ClientIndex, Event, EventKind, Faults, NodeEvent, Property, STARTED_AT_MS, World,
};
use lockstep_engine::{ConnectionId, ScriptHost};
use std::rc::Rc;

/// The parts of states, and what is known about steps.
pub(super) struct Tables {
    pub(super) cast: Rc<Cast>,
    host: Rc<ScriptHost>,
    nodes: Parts<Node>,
    node_facts: Vec<NodeFacts>,
    clients: Parts<Client>,
    /// By client and part, since what comes next depends on the program.
    client_facts: Vec<Vec<Option<ClientFacts>>>,
    shared: Parts<Shared>,
    faults: Parts<Faults>,
    steps: Memo<3, Taken>,
    ended: Memo<2, u32>,
    node_events: Memo<3, u32>,
    time_for_clients: Memo<3, u32>,
    time_for_nodes: Memo<2, u32>,
    immortal: Memo<2, u32>,
}

/// What is asked of a node again and again.
#[derive(Clone)]
pub(super) struct NodeFacts {
    /// Milliseconds until something happens by itself.
    pub(super) next_in_ms: Option<u64>,
    /// For whom there is mail.
    pub(super) mail: Vec<ConnectionId>,
    /// Which replicas lag, a bit each.
    pub(super) lagging: u16,
    pub(super) down: bool,
    pub(super) cut: u16,
}

/// What is asked of a client again and again.
#[derive(Clone, Copy)]
pub(super) struct ClientFacts {
    pub(super) outlook: Outlook,
    pub(super) started: bool,
    pub(super) finished: bool,
    pub(super) paused: bool,
    /// A watchdog could go on and is not yet known to be paused.
    pub(super) watchdog_not_paused: bool,
    /// Milliseconds until it can go on by itself.
    pub(super) next_in_ms: Option<u64>,
}

/// What a client's step leads to: its own part, and either the node's or the
/// shared part.
#[derive(Clone, Copy)]
struct Taken {
    client: u32,
    other: u32,
    /// Whether the client has come to its end.
    ends: bool,
    violated: u16,
    reached: u16,
}

/// A state that a choice leads to.
pub(super) struct Next {
    pub(super) state: Packed,
    /// How many faults it costs.
    pub(super) faults: u32,
    /// The properties that the step violates, a bit each.
    pub(super) violated: u16,
    /// Who got a lock, a bit each.
    pub(super) reached: u16,
}

/// How a client's step is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Main(Fate),
    Watchdog,
    Crash,
}

impl Kind {
    fn number(self) -> u32 {
        match self {
            Self::Main(Fate::Answered) => 0,
            Self::Main(Fate::RequestLost) => 1,
            Self::Main(Fate::ReplyLost) => 2,
            Self::Watchdog => 3,
            Self::Crash => 4,
        }
    }
}

const NOW_MS: i64 = STARTED_AT_MS;

impl Tables {
    pub(super) fn new(cast: Rc<Cast>, host: Rc<ScriptHost>) -> Self {
        Self {
            client_facts: vec![Vec::new(); cast.clients.len()],
            cast,
            host,
            nodes: Parts::new(),
            node_facts: Vec::new(),
            clients: Parts::new(),
            shared: Parts::new(),
            faults: Parts::new(),
            steps: Memo::new(),
            ended: Memo::new(),
            node_events: Memo::new(),
            time_for_clients: Memo::new(),
            time_for_nodes: Memo::new(),
            immortal: Memo::new(),
        }
    }

    /// The state of a world that has just begun.
    pub(super) fn pack(&mut self, world: World, faults: Faults) -> Packed {
        let mut packed = Packed::empty(&self.cast);
        for (index, node) in world.nodes.into_iter().enumerate() {
            let number = self.number_node(node);
            packed.set_node(index, number);
        }
        for (index, client) in world.clients.into_iter().enumerate() {
            let client_index = ClientIndex(index);
            let number = self.number_client(client_index, client);
            packed.set_client(client_index, number);
        }
        packed.set_shared(self.shared.number(world.shared));
        packed.set_faults(self.faults.number(faults));
        packed
    }

    fn number_node(&mut self, node: Node) -> u32 {
        let number = self.nodes.number(node);
        if number as usize >= self.node_facts.len() {
            let node = self.nodes.get(number);
            let next = node.next_deadline_ms().filter(|&at_ms| at_ms > NOW_MS);
            self.node_facts.push(NodeFacts {
                next_in_ms: next.map(in_ms),
                mail: node.mail_for().collect(),
                lagging: (0..self.cast.replica_count())
                    .filter(|replica| node.lag(*replica) > 0)
                    .fold(0, |bits, replica| bits | 1 << replica),
                down: node.is_down(),
                cut: node.cut().bits(),
            });
        }
        number
    }

    fn number_client(&mut self, index: ClientIndex, mut client: Client) -> u32 {
        client.forget_past(NOW_MS);
        let number = self.clients.number(client);
        let facts = &mut self.client_facts[index.0];
        if facts.len() <= number as usize {
            facts.resize(number as usize + 1, None);
        }
        if facts[number as usize].is_none() {
            let client = self.clients.get(number);
            let outlook = client.outlook(&self.cast, index);
            let next = client.next_moment_ms(&outlook, NOW_MS);
            facts[number as usize] = Some(ClientFacts {
                outlook,
                started: client.started,
                finished: client.finished,
                paused: client.paused,
                watchdog_not_paused: client.has_unpaused_watchdog(NOW_MS),
                next_in_ms: next.map(in_ms),
            });
        }
        number
    }

    /// How many parts there are.
    pub(super) fn parts(&self) -> usize {
        self.nodes.len() + self.clients.len() + self.shared.len()
    }

    pub(super) fn host(&self) -> Rc<ScriptHost> {
        Rc::clone(&self.host)
    }

    pub(super) fn node_facts(&self, node: u32) -> &NodeFacts {
        &self.node_facts[node as usize]
    }

    pub(super) fn client_facts(&self, index: ClientIndex, client: u32) -> Option<&ClientFacts> {
        self.client_facts[index.0].get(client as usize)?.as_ref()
    }

    pub(super) fn faults_left(&self, state: &Packed) -> Faults {
        *self.faults.get(state.faults())
    }

    /// Whether too few nodes have the lock for anybody to hold it.
    pub(super) fn is_free(&self, state: &Packed, lock: crate::LockIndex) -> bool {
        let nodes = state.nodes();
        let has_it =
            |node: &&u32| self.nodes.get(**node).lock_key(&self.cast, lock, NOW_MS).is_some();
        nodes.iter().filter(has_it).count() <= nodes.len() / 2
    }

    /// Where a choice leads. `left` are the faults left after it.
    pub(super) fn take(&mut self, state: &Packed, choice: Choice, left: Faults) -> Next {
        let spent = self.faults_left(state).total().saturating_sub(left.total());
        let mut next = match choice {
            Choice::Client(client) => self.step(state, client, Kind::Main(Fate::Answered)),
            Choice::LoseRequest(client) => self.step(state, client, Kind::Main(Fate::RequestLost)),
            Choice::LoseReply(client) => self.step(state, client, Kind::Main(Fate::ReplyLost)),
            Choice::Watchdog(client) => self.step(state, client, Kind::Watchdog),
            Choice::Crash(client) => self.step(state, client, Kind::Crash),
            Choice::Time { by_ms } => self.move_time(state, by_ms),
            Choice::Node(node, event) => self.happens_to(state, usize::from(node.0), event),
        };
        next.faults = spent;
        if spent > 0 {
            next.state.set_faults(self.faults.number(left));
        }
        if self.newly_immortal(state, &next.state) {
            next.violated |= Property::NoImmortalLock.bit();
        }
        next
    }

    /// A step of a client changes the client and one thing more: a node, or
    /// what is shared. Which, and what comes of it, depends on those two alone.
    fn step(&mut self, state: &Packed, client: ClientIndex, kind: Kind) -> Next {
        let part = state.client(client);
        let outlook = self.client_facts(client, part).map(|facts| facts.outlook);
        let (node, local) = match (kind, outlook) {
            (Kind::Watchdog, Some(outlook)) => (usize::from(outlook.watchdog_node.0), false),
            (Kind::Main(_), Some(outlook)) => (usize::from(outlook.node.0), outlook.local),
            _ => (0, true),
        };
        let other = if local { state.shared() } else { state.node(node) };
        let shape = u32::try_from(client.0 * 16 + node).unwrap_or(0) << 4;
        let key = [shape | kind.number() << 1 | u32::from(local), part, other];
        let taken = self.steps.get(&key).unwrap_or_else(|| {
            let taken = self.play(state, client, kind, (!local).then_some(node));
            self.steps.insert(key, taken);
            taken
        });
        let mut next = *state;
        next.set_client(client, taken.client);
        if local {
            next.set_shared(taken.other);
        } else {
            next.set_node(node, taken.other);
            if taken.ends {
                let shared = self.end(client, state.shared());
                next.set_shared(shared);
            }
        }
        Next { state: next, faults: 0, violated: taken.violated, reached: taken.reached }
    }

    /// The shared part once this client has come to its end.
    fn end(&mut self, client: ClientIndex, part: u32) -> u32 {
        let key = [u32::try_from(client.0).unwrap_or(0), part];
        self.ended.get(&key).unwrap_or_else(|| {
            let mut shared = self.shared.get(part).clone();
            shared.ended.insert(client);
            let after = self.shared.number(shared);
            self.ended.insert(key, after);
            after
        })
    }

    /// Plays a step for the first time, one that concerns this node or none.
    fn play(
        &mut self,
        state: &Packed,
        client: ClientIndex,
        kind: Kind,
        node: Option<usize>,
    ) -> Taken {
        let mut nodes: Vec<Node> =
            state.nodes().iter().map(|node| self.nodes.get(*node).clone()).collect();
        let mut me = self.clients.get(state.client(client)).clone();
        let mut shared = self.shared.get(state.shared()).clone();
        let mut events = Vec::new();
        let fate = if let Kind::Main(fate) = kind { fate } else { Fate::Answered };
        let turn = Turn {
            cast: &self.cast,
            host: &self.host,
            now_ms: NOW_MS,
            client,
            me: &mut me,
            nodes: &mut nodes,
            shared: &mut shared,
            events: &mut events,
            fate,
        };
        match kind {
            Kind::Main(_) => turn.take(),
            Kind::Watchdog => turn.take_watchdog(),
            Kind::Crash => turn.crash(),
        }
        let (violated, reached) = what_happened(&events);
        let ends = shared.ended.contains(client);
        let other = match node {
            Some(node) => self.number_node(nodes.swap_remove(node)),
            None => self.shared.number(shared),
        };
        Taken { client: self.number_client(client, me), other, ends, violated, reached }
    }

    fn move_time(&mut self, state: &Packed, by_ms: u64) -> Next {
        let mut next = *state;
        let key_ms = u32::try_from(by_ms).unwrap_or(u32::MAX);
        for client in state.clients() {
            let part = state.client(client);
            let ready = self.is_ready(state, client);
            let shape = u32::try_from(client.0).unwrap_or(0) << 1 | u32::from(ready);
            let key = [shape, part, key_ms];
            let moved = self.time_for_clients.get(&key).unwrap_or_else(|| {
                let moved = self.move_client(client, part, ready, by_ms);
                self.time_for_clients.insert(key, moved);
                moved
            });
            next.set_client(client, moved);
        }
        for (index, part) in state.nodes().iter().enumerate() {
            let key = [*part, key_ms];
            let moved = self.time_for_nodes.get(&key).unwrap_or_else(|| {
                let moved = self.move_node(*part, by_ms);
                self.time_for_nodes.insert(key, moved);
                moved
            });
            next.set_node(index, moved);
        }
        Next { state: next, faults: 0, violated: 0, reached: 0 }
    }

    fn move_client(&mut self, index: ClientIndex, part: u32, ready: bool, by_ms: u64) -> u32 {
        let mut client = self.clients.get(part).clone();
        let by_ms = i64::try_from(by_ms).unwrap_or(i64::MAX);
        let to_ms = NOW_MS.saturating_add(by_ms);
        client.time_moves(ready, to_ms);
        client.shift(by_ms);
        self.number_client(index, client)
    }

    fn move_node(&mut self, part: u32, by_ms: u64) -> u32 {
        let mut node = self.nodes.get(part).clone();
        let by_ms = i64::try_from(by_ms).unwrap_or(i64::MAX);
        let mut events = Vec::<Event>::new();
        let to_ms = NOW_MS.saturating_add(by_ms);
        node.advance_told(&self.cast, &self.host, crate::NodeIndex(0), to_ms, &mut events);
        node.shift(&self.cast, by_ms);
        self.number_node(node)
    }

    fn happens_to(&mut self, state: &Packed, index: usize, event: NodeEvent) -> Next {
        let part = state.node(index);
        let (kind, what) = event_number(event);
        let key = [part, kind, what];
        let after = self.node_events.get(&key).unwrap_or_else(|| {
            let mut node = self.nodes.get(part).clone();
            node.happens(&self.cast, &self.host, event, NOW_MS);
            let after = self.number_node(node);
            self.node_events.insert(key, after);
            after
        });
        let mut next = *state;
        next.set_node(index, after);
        Next { state: next, faults: 0, violated: 0, reached: 0 }
    }

    /// Whether a lock became immortal between two states.
    fn newly_immortal(&mut self, before: &Packed, after: &Packed) -> bool {
        if before.nodes() == after.nodes() && before.shared() == after.shared() {
            return false;
        }
        self.has_immortal(after) && !self.has_immortal(before)
    }

    fn has_immortal(&mut self, state: &Packed) -> bool {
        let shared = state.shared();
        state.nodes().iter().any(|node| {
            let key = [*node, shared];
            let known = self.immortal.get(&key).unwrap_or_else(|| {
                let ended = self.shared.get(shared).ended;
                let immortal = self.nodes.get(*node).immortal_locks(&self.cast, ended, NOW_MS);
                let known = u32::from(!immortal.is_empty());
                self.immortal.insert(key, known);
                known
            });
            known != 0
        })
    }

    /// Whether the client's main thread could take a step.
    pub(super) fn is_ready(&self, state: &Packed, client: ClientIndex) -> bool {
        let Some(facts) = self.client_facts(client, state.client(client)) else { return false };
        let when = facts.outlook.main;
        when.from_ms.is_some_and(|from| from <= NOW_MS)
            || when.mail.is_some_and(|(node, connection)| {
                self.node_facts(state.node(usize::from(node.0))).mail.contains(&connection)
            })
    }

    /// Bytes of memory for what is known about steps, and how many parts.
    pub(super) fn memory(&self) -> usize {
        let memos = self.steps.memory()
            + self.node_events.memory()
            + self.time_for_clients.memory()
            + self.time_for_nodes.memory()
            + self.immortal.memory();
        // A part holds a handful of small allocations.
        memos + self.parts() * 1024
    }
}

fn in_ms(at_ms: i64) -> u64 {
    u64::try_from(at_ms.saturating_sub(NOW_MS)).unwrap_or(0)
}

/// An event on a node as two numbers.
fn event_number(event: NodeEvent) -> (u32, u32) {
    let small = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    match event {
        NodeEvent::Replicate { replica } => (0, small(replica)),
        NodeEvent::Promote { replica } => (1, small(replica)),
        NodeEvent::Down => (2, 0),
        NodeEvent::Up => (3, 0),
        NodeEvent::Restart => (4, 0),
        NodeEvent::Jump { by_ms } => (5, u32::try_from(by_ms).unwrap_or(u32::MAX)),
        NodeEvent::Cut(client) => (6, small(client.0)),
        NodeEvent::Join(client) => (7, small(client.0)),
    }
}

/// The properties that were violated, and who got a lock.
fn what_happened(events: &[Event]) -> (u16, u16) {
    let (mut violated, mut reached) = (0, 0);
    for event in events {
        match &event.kind {
            EventKind::Violated(violation) => violated |= violation.property().bit(),
            EventKind::Acquired { client, outcome: Ok(_), .. } => {
                reached |= crate::Clients::only(*client).bits();
            }
            _ => {}
        }
    }
    (violated, reached)
}
