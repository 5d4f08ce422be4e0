//! Everything at one moment.

mod faults;

use crate::client::{Client, Outlook};
use crate::node::Node;
use crate::shared::{Clients, Shared};
use crate::turn::{Fate, Turn};
use crate::{
    Cast, Choice, ClientIndex, Event, EventKind, LockIndex, NodeEvent, Property, SectionIndex,
    Status, Violation,
};
use lockstep_engine::{KeyView, ScriptHost};
use lockstep_lock::NodeIndex;
use lockstep_resp::Command;

/// When every scenario begins, in Unix milliseconds: 14 November 2023, 22:13:20.
pub const STARTED_AT_MS: i64 = 1_700_000_000_000;

/// Everything at one moment: the nodes, the clients, what they share.
///
/// A value: cloning it is a checkpoint, two equal ones have the same future.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct World {
    pub(crate) now_ms: i64,
    pub(crate) nodes: Vec<Node>,
    pub(crate) clients: Vec<Client>,
    pub(crate) shared: Shared,
    /// Since when each client could have gone on, if time has moved instead.
    pub(crate) paused_since_ms: Vec<Option<i64>>,
}

/// One choice and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The choice.
    pub choice: Choice,
    /// The world's clock before it, in Unix milliseconds.
    pub from_ms: i64,
    /// The world's clock after it, in Unix milliseconds.
    pub to_ms: i64,
    /// What happened, in order.
    pub events: Vec<Event>,
}

impl World {
    /// The beginning: empty nodes, and clients that have not begun.
    pub fn new(cast: &Cast, host: &ScriptHost) -> Self {
        let (node, connections) = Node::new(cast);
        let clients = cast.clients.iter().zip(connections);
        let clients =
            clients.map(|(client, connections)| Client::new(connections, !client.acts.is_empty()));
        let mut world = Self {
            now_ms: STARTED_AT_MS,
            nodes: vec![node; cast.node_count()],
            clients: clients.collect(),
            shared: Shared::new(cast),
            paused_since_ms: vec![None; cast.clients.len()],
        };
        // A program that begins with a jump stands behind it.
        for client in (0..cast.clients.len()).map(ClientIndex) {
            world.turn(cast, host, client, Fate::Answered, &mut Vec::new()).settle();
        }
        world
    }

    /// What is sent to a node before a scenario begins.
    pub fn setup_commands() -> impl Iterator<Item = Command> {
        Node::setup_commands()
    }

    /// Takes one step.
    pub fn step(&mut self, cast: &Cast, host: &ScriptHost, choice: Choice) -> Step {
        let from_ms = self.now_ms;
        let mut events = Vec::new();
        let immortal = self.immortal_locks(cast);
        self.take(cast, host, choice, &mut events);
        if cast.properties.contains(&Property::NoImmortalLock) {
            for (lock, owner) in self.immortal_locks(cast) {
                if !immortal.contains(&(lock, owner)) {
                    let kind = EventKind::Violated(Violation::ImmortalLock { owner, lock });
                    events.push(Event { at_ms: self.now_ms, kind });
                }
            }
        }
        Step { choice, from_ms, to_ms: self.now_ms, events }
    }

    fn take(&mut self, cast: &Cast, host: &ScriptHost, choice: Choice, events: &mut Vec<Event>) {
        let (client, fate) = match choice {
            Choice::Time { by_ms } => return self.move_time(cast, host, by_ms, events),
            Choice::Node(node, event) => return self.happens_to(cast, host, node, event, events),
            Choice::LoseRequest(client) | Choice::LoseWatchdogRequest(client) => {
                (client, Fate::RequestLost)
            }
            Choice::LoseReply(client) | Choice::LoseWatchdogReply(client) => {
                (client, Fate::ReplyLost)
            }
            Choice::Client(client)
            | Choice::Watchdog(client)
            | Choice::Crash(client)
            | Choice::ClockJump { client, .. } => (client, Fate::Answered),
        };
        if client.0 >= self.clients.len() {
            return;
        }
        let is_main =
            matches!(choice, Choice::Client(_) | Choice::LoseRequest(_) | Choice::LoseReply(_));
        if is_main {
            self.notice_pause(cast, client, events);
        }
        let turn = self.turn(cast, host, client, fate, events);
        match choice {
            Choice::Crash(_) => turn.crash(),
            Choice::ClockJump { by_ms, .. } => turn.clock_jumps(by_ms),
            _ if is_main => turn.take(),
            _ => turn.take_watchdog(),
        }
    }

    /// Tells of a pause that ends now, where the client can go on.
    fn notice_pause(&mut self, cast: &Cast, client: ClientIndex, events: &mut Vec<Event>) {
        let ready = self.outlook(cast, client).main.is_now(self.now_ms, &self.nodes);
        if let Some(since_ms) = self.paused_since_ms[client.0].take_if(|_| ready) {
            events.push(Event { at_ms: self.now_ms, kind: EventKind::Paused { client, since_ms } });
        }
    }

    pub(crate) fn turn<'a>(
        &'a mut self,
        cast: &'a Cast,
        host: &'a ScriptHost,
        client: ClientIndex,
        fate: Fate,
        events: &'a mut Vec<Event>,
    ) -> Turn<'a> {
        let Self { now_ms, nodes, clients, shared, .. } = self;
        let me = &mut clients[client.0];
        Turn { cast, host, now_ms: *now_ms, client, me, nodes, shared, events, fate }
    }

    fn happens_to(
        &mut self,
        cast: &Cast,
        host: &ScriptHost,
        index: NodeIndex,
        event: NodeEvent,
        events: &mut Vec<Event>,
    ) {
        let Some(node) = self.nodes.get_mut(usize::from(index.0)) else { return };
        node.happens(cast, host, event, self.now_ms);
        events.push(Event { at_ms: self.now_ms, kind: EventKind::Node { node: index, event } });
    }

    fn move_time(&mut self, cast: &Cast, host: &ScriptHost, by_ms: u64, events: &mut Vec<Event>) {
        let by_ms = i64::try_from(by_ms).unwrap_or(i64::MAX);
        let to_ms = self.now_ms.saturating_add(by_ms);
        for (index, client) in self.clients.iter_mut().enumerate() {
            let was_paused = client.paused;
            let when = client.outlook(cast, ClientIndex(index)).main;
            client.time_moves(when.is_now(to_ms.saturating_sub(1), &self.nodes), to_ms);
            if client.paused && !was_paused {
                let since_ms = when.from_ms.map_or(self.now_ms, |from| from.max(self.now_ms));
                self.paused_since_ms[index] = Some(since_ms);
            }
        }
        for (index, node) in (0u16..).zip(&mut self.nodes) {
            node.advance_told(cast, host, NodeIndex(index), to_ms, events);
        }
        events.sort_by_key(|event| event.at_ms);
        self.now_ms = to_ms;
    }

    pub(crate) fn outlook(&self, cast: &Cast, client: ClientIndex) -> Outlook {
        self.clients[client.0].outlook(cast, client)
    }

    /// Every client that can take a step, every replica that lags, and time up
    /// to the next event: all that can happen without a fault, but for the
    /// pauses that moving time may mean.
    pub fn choices(&self, cast: &Cast) -> Vec<Choice> {
        let mut choices = Vec::new();
        for client in (0..self.clients.len()).map(ClientIndex) {
            let outlook = self.outlook(cast, client);
            if outlook.main.is_now(self.now_ms, &self.nodes) {
                choices.push(Choice::Client(client));
            }
            if outlook.watchdog_from_ms.is_some_and(|from| from <= self.now_ms) {
                choices.push(Choice::Watchdog(client));
            }
        }
        for (index, node) in (0u16..).zip(&self.nodes) {
            let lagging = (0..cast.replica_count()).filter(|replica| node.lag(*replica) > 0);
            choices.extend(
                lagging.map(|replica| {
                    Choice::Node(NodeIndex(index), NodeEvent::Replicate { replica })
                }),
            );
        }
        let time = self
            .next_event_ms(cast)
            .and_then(|at_ms| u64::try_from(at_ms.checked_sub(self.now_ms)?).ok());
        choices.extend(time.map(|by_ms| Choice::Time { by_ms }));
        choices
    }

    /// When something happens by itself: a key is gone, a client is ready
    /// again, a lock that a program asks about is valid no longer.
    pub fn next_event_ms(&self, cast: &Cast) -> Option<i64> {
        let clients = (0..self.clients.len()).map(ClientIndex);
        let waits = clients.filter_map(|client| {
            let outlook = self.outlook(cast, client);
            self.clients[client.0].next_moment_ms(cast, client, &outlook, self.now_ms)
        });
        let nodes = self.nodes.iter().filter_map(Node::next_deadline_ms);
        waits.chain(nodes.filter(|&at_ms| at_ms > self.now_ms)).min()
    }

    /// The locks without an expiry whose owners have come to their ends.
    pub(crate) fn immortal_locks(&self, cast: &Cast) -> Vec<(LockIndex, ClientIndex)> {
        let nodes = self.nodes.iter();
        nodes.flat_map(|node| node.immortal_locks(cast, self.shared.ended, self.now_ms)).collect()
    }

    /// The world's clock, in Unix milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.now_ms
    }

    /// The clients, in the order of the cast.
    pub fn clients(&self) -> &[Client] {
        &self.clients
    }

    /// The nodes, in the order of their names.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// What the clients share beside Redis.
    pub fn shared(&self) -> &Shared {
        &self.shared
    }

    /// How a client is.
    pub fn status(&self, cast: &Cast, client: ClientIndex) -> Option<Status> {
        let since_ms = self.paused_since_ms.get(client.0).copied().flatten();
        let me = self.clients.get(client.0)?;
        Some(me.status(cast, client, self.now_ms, since_ms, &self.nodes))
    }

    /// Whether a client can take its next step now.
    pub fn is_ready(&self, cast: &Cast, client: ClientIndex) -> bool {
        client.0 < self.clients.len()
            && self.outlook(cast, client).main.is_now(self.now_ms, &self.nodes)
    }

    /// The keys that are alive on the first node, by database and name.
    pub fn keys(&self) -> impl Iterator<Item = KeyView<'_>> {
        self.nodes.iter().take(1).flat_map(|node| node.keys(self.now_ms))
    }

    /// Who wrote the key of a lock that is there, on the first node that has it.
    pub fn owner(&self, lock: LockIndex) -> Option<ClientIndex> {
        self.nodes.iter().find_map(|node| node.owners.get(&lock).copied())
    }

    /// The sections in which somebody is, and who.
    pub fn sections(&self) -> impl Iterator<Item = (SectionIndex, Clients)> {
        let sections = self.shared.sections.iter().enumerate();
        let inside = sections.map(|(index, clients)| (SectionIndex(index), *clients));
        inside.filter(|(_, clients)| !clients.is_empty())
    }
}
