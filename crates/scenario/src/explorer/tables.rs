//! The parts of states, and what is known about steps.

use super::choices::Offer;
use super::learn::Missing;
use super::parts::{Memo, Packed, Parts};
use super::steps::{Kind, Taken};
use super::symmetry::Symmetry;
use crate::client::Client;
use crate::node::Node;
use crate::shared::Shared;
use crate::turn::Fate;
use crate::{
    Cast, Choice, ClientIndex, Clients, Faults, LockIndex, Property, STARTED_AT_MS, World,
};
use lockstep_engine::ConnectionId;
use lockstep_lock::NodeIndex;
use std::sync::Arc;

/// The parts of states, and what is known about steps.
pub(super) struct Tables {
    pub(super) cast: Arc<Cast>,
    pub(super) nodes: Parts<Node>,
    node_facts: Vec<NodeFacts>,
    pub(super) clients: Parts<Client>,
    /// By client and part, since what comes next depends on the program.
    client_facts: Vec<Vec<Option<ClientFacts>>>,
    pub(super) shared: Parts<Shared>,
    pub(super) faults: Parts<Faults>,
    pub(super) steps: Memo<3, Taken>,
    pub(super) ended: Memo<2, u32>,
    pub(super) node_events: Memo<4, u32>,
    pub(super) time_for_clients: Memo<4, u32>,
    pub(super) time_for_nodes: Memo<3, u32>,
    pub(super) immortal: Memo<2, u32>,
    /// Who is interchangeable, where that was asked for.
    pub(super) symmetry: Option<Symmetry>,
    /// Clients that should have been interchangeable are not.
    pub(super) told_apart: bool,
    /// By how much a client's clock may fall behind, however often it does.
    back_ms: u64,
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
    /// It has a lock without an end, which is immortal once its owner has come
    /// to its own.
    pub(super) endless: bool,
}

/// What is asked of a client again and again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct ClientFacts {
    pub(super) started: bool,
    pub(super) finished: bool,
    pub(super) paused: bool,
    /// Its main thread can take a step, whoever has mail.
    pub(super) can_go_on: bool,
    /// Its main thread can take a step if there is mail for it here.
    pub(super) mail: Option<(NodeIndex, ConnectionId)>,
    /// The node that its next step concerns, if it concerns one.
    pub(super) node: Option<NodeIndex>,
    /// Whether its next step sends something that can get lost.
    pub(super) sends: bool,
    /// A watchdog can take a step.
    pub(super) watchdog_can_go_on: bool,
    /// The node that this step concerns.
    pub(super) watchdog_node: NodeIndex,
    /// A watchdog could go on and is not yet known to be paused.
    pub(super) watchdog_not_paused: bool,
    /// The lock that it is taking.
    pub(super) takes: Option<LockIndex>,
    /// Milliseconds until it can go on by itself.
    pub(super) next_in_ms: Option<u64>,
}

/// A state that a choice leads to.
#[derive(Default)]
pub(super) struct Next {
    pub(super) state: Packed,
    /// How many faults it costs.
    pub(super) faults: u32,
    /// The properties that the step violates, a bit each.
    pub(super) violated: u16,
    /// Who got a lock, a bit each.
    pub(super) reached: u16,
}

/// Every step is played at this moment, and what it leaves is moved back to it.
pub(super) const NOW_MS: i64 = STARTED_AT_MS;

impl Tables {
    pub(super) fn new(cast: Arc<Cast>) -> Self {
        Self {
            client_facts: vec![Vec::new(); cast.clients.len()],
            cast,
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
            symmetry: None,
            told_apart: false,
            back_ms: 0,
        }
    }

    /// The state of a world that has just begun; `symmetry` if clients with the
    /// same program are taken to be interchangeable.
    pub(super) fn pack(&mut self, world: World, faults: Faults, symmetry: bool) -> Packed {
        let jumps = u64::from(faults.client_clock_jumps);
        self.back_ms = jumps.saturating_mul(self.cast.clock_jump_ms());
        let connections: Vec<_> = world.clients.iter().map(|client| client.connections).collect();
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
        if symmetry {
            self.symmetry = Symmetry::of(&self.cast, &connections);
            self.begin_alike(&packed);
        }
        packed
    }

    pub(super) fn number_node(&mut self, node: Node) -> u32 {
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
                endless: !node.immortal_locks(&self.cast, Clients::ALL, NOW_MS).is_empty(),
            });
        }
        number
    }

    pub(super) fn number_client(&mut self, index: ClientIndex, mut client: Client) -> u32 {
        client.forget_past(NOW_MS, self.back_ms);
        let number = self.clients.number(client);
        let facts = &mut self.client_facts[index.0];
        if facts.len() <= number as usize {
            facts.resize(number as usize + 1, None);
        }
        if facts[number as usize].is_none() {
            let client = self.clients.get(number);
            let outlook = client.outlook(&self.cast, index);
            let next = client.next_moment_ms(&self.cast, index, &outlook, NOW_MS);
            let is_now = |from_ms: Option<i64>| from_ms.is_some_and(|from_ms| from_ms <= NOW_MS);
            facts[number as usize] = Some(ClientFacts {
                started: client.started,
                finished: client.finished,
                paused: client.paused,
                can_go_on: is_now(outlook.main.from_ms),
                mail: outlook.main.mail,
                node: (!outlook.local).then_some(outlook.node),
                sends: outlook.sends,
                watchdog_can_go_on: is_now(outlook.watchdog_from_ms),
                watchdog_node: outlook.watchdog_node,
                watchdog_not_paused: client.has_unpaused_watchdog(NOW_MS),
                takes: client.takes(),
                next_in_ms: next.map(in_ms),
            });
        }
        number
    }

    /// How many parts there are.
    pub(super) fn parts(&self) -> usize {
        self.nodes.len() + self.clients.len() + self.shared.len()
    }

    pub(super) fn node_facts(&self, node: u32) -> &NodeFacts {
        &self.node_facts[node as usize]
    }

    pub(super) fn client_facts(&self, index: ClientIndex, client: u32) -> Option<&ClientFacts> {
        self.client_facts[index.0].get(client as usize)?.as_ref()
    }

    pub(super) fn faults_left(&self, state: &Packed) -> &Faults {
        self.faults.get(state.faults())
    }

    /// Where a choice leads, as far as it is known.
    pub(super) fn look(
        &self,
        state: &Packed,
        offer: &Offer,
        next: &mut Next,
    ) -> Result<(), Missing> {
        *next = Next { state: *state, faults: u32::from(offer.costs), violated: 0, reached: 0 };
        if offer.costs > 0 {
            let number = self.faults.find(&offer.left);
            next.state.set_faults(number.ok_or(Missing::Faults(offer.left))?);
        }
        let (client, kind) = match offer.choice {
            Choice::Client(client) => (client, Kind::Main(Fate::Answered)),
            Choice::LoseRequest(client) => (client, Kind::Main(Fate::RequestLost)),
            Choice::LoseReply(client) => (client, Kind::Main(Fate::ReplyLost)),
            Choice::Watchdog(client) => (client, Kind::Watchdog(Fate::Answered)),
            Choice::LoseWatchdogRequest(client) => (client, Kind::Watchdog(Fate::RequestLost)),
            Choice::LoseWatchdogReply(client) => (client, Kind::Watchdog(Fate::ReplyLost)),
            Choice::Crash(client) => (client, Kind::Crash),
            Choice::ClockJump { client, by_ms } if by_ms < 0 => (client, Kind::FallsBehind),
            Choice::ClockJump { client, .. } => (client, Kind::JumpsAhead),
            Choice::Time { by_ms } => {
                self.move_time(state, by_ms, &mut next.state)?;
                return self.judge(state, next);
            }
            Choice::Node(node, event) => {
                self.happens_to(state, usize::from(node.0), event, &mut next.state)?;
                return self.judge(state, next);
            }
        };
        self.step(state, client, kind, next)?;
        self.judge(state, next)
    }

    /// Notes whether a lock has become immortal.
    fn judge(&self, before: &Packed, next: &mut Next) -> Result<(), Missing> {
        if self.has_immortal(&next.state)? && !self.has_immortal(before)? {
            next.violated |= Property::NoImmortalLock.bit();
        }
        Ok(())
    }

    fn has_immortal(&self, state: &Packed) -> Result<bool, Missing> {
        let endless = |node: &&u32| self.node_facts(**node).endless;
        for node in state.nodes().iter().filter(endless) {
            let (node, shared) = (*node, state.shared());
            let immortal = self.immortal.get(&[node, shared]);
            if immortal.ok_or(Missing::Immortal { node, shared })? != 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the client's main thread could take a step.
    pub(super) fn is_ready(&self, state: &Packed, facts: &ClientFacts) -> bool {
        facts.can_go_on
            || facts.mail.is_some_and(|(node, connection)| {
                self.node_facts(state.node(usize::from(node.0))).mail.contains(&connection)
            })
    }

    /// Bytes of memory for what is known about steps, and how many parts.
    pub(super) fn memory(&self) -> usize {
        let memos = self.steps.memory()
            + self.ended.memory()
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
