//! The engine as a backend.

use crate::{Backend, START_MS};
use lockstep_engine::{ConnectionId, Output, ScriptHost, ServerVersion, State};
use lockstep_resp::{Command, Reply};
use std::collections::{BTreeMap, VecDeque};
use std::convert::Infallible;

/// The engine as a backend of transcripts.
pub struct EngineBackend {
    host: ScriptHost,
    state: State,
    now_ms: i64,
    connections: BTreeMap<String, ConnectionId>,
    arrived: BTreeMap<ConnectionId, VecDeque<Reply>>,
}

impl Default for EngineBackend {
    fn default() -> Self {
        Self {
            host: ScriptHost::new(),
            state: State::default(),
            now_ms: START_MS,
            connections: BTreeMap::new(),
            arrived: BTreeMap::new(),
        }
    }
}

impl EngineBackend {
    fn connection(&mut self, name: &str) -> ConnectionId {
        if let Some(&open) = self.connections.get(name) {
            return open;
        }
        let opened = self.state.connect();
        self.connections.insert(name.to_owned(), opened);
        opened
    }

    fn deliver(&mut self, output: Output) {
        for message in output.messages {
            let arrived = self.arrived.entry(message.connection).or_default();
            arrived.push_back(message.reply);
        }
    }
}

impl Backend for EngineBackend {
    type Error = Infallible;

    const NAME: &'static str = "engine";

    fn serves(_: ServerVersion) -> bool {
        true
    }

    fn reset(&mut self, server: ServerVersion) -> Result<(), Infallible> {
        self.state = State::with_version(server);
        self.now_ms = START_MS;
        self.connections.clear();
        self.arrived.clear();
        Ok(())
    }

    fn advance(&mut self, by_ms: i64) -> Result<(), Infallible> {
        self.now_ms = self.now_ms.saturating_add(by_ms);
        let mut output = Output::default();
        self.state.advance(&self.host, self.now_ms, &mut output);
        self.deliver(output);
        Ok(())
    }

    fn call(&mut self, connection: &str, command: &Command) -> Result<Option<Reply>, Infallible> {
        let id = self.connection(connection);
        let (words, mut output) = (command.as_slices(), Output::default());
        let (host, now_ms) = (&self.host, self.now_ms);
        self.state.submit(host, id, &words, now_ms, &mut output);
        self.deliver(output);
        self.receive(connection)
    }

    fn receive(&mut self, connection: &str) -> Result<Option<Reply>, Infallible> {
        let id = self.connection(connection);
        Ok(self.arrived.get_mut(&id).and_then(VecDeque::pop_front))
    }
}
