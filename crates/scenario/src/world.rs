//! Everything at one moment.

use crate::client::Client;
use crate::turn::Turn;
use crate::{Cast, Choice, ClientIndex, Event, EventKind, LockIndex};
use lockstep_engine::{KeyView, Output, ScriptHost, State};
use lockstep_lock::SCRIPTS;
use lockstep_resp::Command;
use std::collections::{BTreeMap, BTreeSet};

/// When every scenario begins, in Unix milliseconds: 14 November 2023, 22:13:20.
pub const STARTED_AT_MS: i64 = 1_700_000_000_000;

/// Everything at one moment: the node, the clients, who is where.
///
/// A value: cloning it is a checkpoint, two equal ones have the same future.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct World {
    pub(crate) now_ms: i64,
    pub(crate) node: State,
    pub(crate) clients: Vec<Client>,
    /// Who is in which section.
    pub(crate) sections: BTreeMap<String, BTreeSet<ClientIndex>>,
    /// Who wrote the key of each lock that is there.
    pub(crate) owners: BTreeMap<LockIndex, ClientIndex>,
    /// Locks that were already told to be immortal.
    pub(crate) immortal: BTreeSet<LockIndex>,
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
    /// The beginning: an empty node that already knows the scripts of the lock
    /// library, as a server does that has met one of its clients before.
    pub fn new(cast: &Cast, host: &ScriptHost) -> Self {
        let mut node = State::default();
        let operator = node.connect();
        let mut output = Output::default();
        for command in Self::setup_commands() {
            node.submit(host, operator, &command.as_slices(), STARTED_AT_MS, &mut output);
        }
        node.disconnect(operator);
        let clients = cast.clients.iter();
        let clients = clients.map(|c| Client::new(node.connect(), !c.program.lines.is_empty()));
        Self {
            now_ms: STARTED_AT_MS,
            clients: clients.collect(),
            node,
            sections: BTreeMap::new(),
            owners: BTreeMap::new(),
            immortal: BTreeSet::new(),
        }
    }

    /// What is sent to a node before a scenario begins.
    pub fn setup_commands() -> impl Iterator<Item = Command> {
        SCRIPTS.into_iter().map(|script| Command::new(["SCRIPT", "LOAD", script.body]))
    }

    /// Takes one step.
    pub fn step(&mut self, cast: &Cast, host: &ScriptHost, choice: Choice) -> Step {
        let from_ms = self.now_ms;
        let mut events = Vec::new();
        match choice {
            Choice::Client(client) => Turn::new(self, cast, host, client, &mut events).take(),
            Choice::Time { by_ms } => self.move_time(cast, host, by_ms, &mut events),
        }
        Step { choice, from_ms, to_ms: self.now_ms, events }
    }

    /// Every client that can take a step, and time up to the next event.
    pub fn choices(&self) -> Vec<Choice> {
        let clients = (0..self.clients.len()).map(ClientIndex);
        let ready = clients.filter(|c| self.clients[c.0].is_ready(self.now_ms));
        let time = self.next_event_ms().and_then(|at_ms| {
            let by_ms = u64::try_from(at_ms.checked_sub(self.now_ms)?).ok()?;
            Some(Choice::Time { by_ms })
        });
        ready.map(Choice::Client).chain(time).collect()
    }

    /// When something happens by itself: a key is gone, a client is ready again.
    pub fn next_event_ms(&self) -> Option<i64> {
        let open = self.clients.iter().filter(|client| !client.finished);
        let waits = open.filter_map(|client| client.wait_until_ms);
        let events = waits.chain(self.node.next_deadline_ms());
        events.filter(|&at_ms| at_ms > self.now_ms).min()
    }

    /// The world's clock, in Unix milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.now_ms
    }

    /// The clients, in the order of the cast.
    pub fn clients(&self) -> &[Client] {
        &self.clients
    }

    /// The keys that are alive, by database and name.
    pub fn keys(&self) -> impl Iterator<Item = KeyView<'_>> {
        self.node.keys(self.now_ms)
    }

    /// Who wrote the key of a lock that is there.
    pub fn owner(&self, lock: LockIndex) -> Option<ClientIndex> {
        self.owners.get(&lock).copied()
    }

    /// The sections in which somebody is, and who.
    pub fn sections(&self) -> impl Iterator<Item = (&str, &BTreeSet<ClientIndex>)> {
        self.sections.iter().map(|(name, inside)| (name.as_str(), inside))
    }

    fn move_time(&mut self, cast: &Cast, host: &ScriptHost, by_ms: u64, events: &mut Vec<Event>) {
        let by_ms = i64::try_from(by_ms).unwrap_or(i64::MAX);
        let to_ms = self.now_ms.saturating_add(by_ms);
        let mut output = Output::default();
        self.node.advance(host, to_ms, &mut output);
        for event in output.events {
            if let Some(lock) = cast.lock_by_key(&event.key).filter(|_| event.db == 0) {
                self.owners.remove(&lock);
            }
            let kind = EventKind::Key { key: event.key, name: event.name, by: None };
            events.push(Event { at_ms: event.at_ms, kind });
        }
        for client in &mut self.clients {
            client.time_moves(self.now_ms, to_ms);
        }
        self.now_ms = to_ms;
    }
}
