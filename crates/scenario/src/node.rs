//! A Redis server at one moment.

mod fault;
mod look;

use crate::{Cast, ClientIndex, Clients, Disk, Event, EventKind, LockIndex};
use lockstep_engine::{ConnectionId, KeyEvent, Output, ReplicaSet, ScriptHost, State};
use lockstep_lock::{NodeIndex, SCRIPTS};
use lockstep_resp::{Command, Reply};
use std::collections::{BTreeMap, VecDeque};

/// A Redis server at one moment: what it remembers, whether it can be reached,
/// and what is on its way from it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    server: Server,
    /// What its disk has, where that lags.
    saved: Option<Box<State>>,
    pub(crate) down: bool,
    /// Who cannot reach it.
    pub(crate) cut: Clients,
    /// Whose connection ended with the server that was there before, and who
    /// has not connected anew.
    pub(crate) hung_up: Clients,
    /// How far its clock is ahead of the world's.
    pub(crate) ahead_ms: i64,
    /// Answers that came late and messages, by the connection that they are
    /// for.
    mail: BTreeMap<ConnectionId, VecDeque<Mail>>,
    /// Who wrote the key of each lock that is there.
    pub(crate) owners: BTreeMap<LockIndex, ClientIndex>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Server {
    Alone(Box<State>),
    Replicated(Box<ReplicaSet>),
}

/// Something that arrives without having been asked for just now.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mail {
    /// A late answer, or a message.
    Reply(Reply),
    /// The connection was closed before there was an answer.
    Closed,
}

/// How many writes a replica lags behind at most. Any number shows what lag can
/// do; without an end to it there would be no end of states.
const MOST_LAG: usize = 3;

/// The connections of a client, the same on every node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Connections {
    /// For commands.
    pub(crate) main: ConnectionId,
    /// For messages.
    pub(crate) listener: ConnectionId,
}

/// What became of a command.
pub(crate) struct Applied {
    /// The answer; `None` if it comes later.
    pub(crate) reply: Option<Reply>,
    /// What happened to keys.
    pub(crate) events: Vec<KeyEvent>,
}

impl Node {
    /// An empty node that already knows the scripts of the lock library, as a
    /// server does that has met one of its clients before. Answers the
    /// connections of each client too.
    pub(crate) fn new(cast: &Cast) -> (Self, Vec<Connections>) {
        let mut state = State::with_version(cast.server.version());
        for script in SCRIPTS {
            state.keep_script(script.body.as_bytes());
        }
        let clients = cast.clients.iter();
        let connections =
            clients.map(|_| Connections { main: state.connect(), listener: state.connect() });
        let connections = connections.collect();
        let saved = (cast.disk == Disk::Everysec).then(|| Box::new(state.clone()));
        let server = match cast.replica_count() {
            0 => Server::Alone(Box::new(state)),
            replicas => Server::Replicated(Box::new(ReplicaSet::new(state, replicas))),
        };
        let node = Self {
            server,
            saved,
            down: false,
            cut: Clients::default(),
            hung_up: Clients::default(),
            ahead_ms: 0,
            mail: BTreeMap::new(),
            owners: BTreeMap::new(),
        };
        (node, connections)
    }

    /// What makes a server know of them that is asked by commands.
    pub(crate) fn setup_commands() -> impl Iterator<Item = Command> {
        SCRIPTS.iter().map(|script| Command::new(["SCRIPT", "LOAD", script.body]))
    }

    /// Applies one command at the world's time `now_ms`.
    pub(crate) fn submit(
        &mut self,
        host: &ScriptHost,
        connection: ConnectionId,
        command: &Command,
        now_ms: i64,
    ) -> Applied {
        let mut output = Output::default();
        let (words, now_ms) = (command.as_slices(), now_ms.saturating_add(self.ahead_ms));
        match &mut self.server {
            Server::Alone(state) => state.submit(host, connection, &words, now_ms, &mut output),
            Server::Replicated(set) => set.submit(host, connection, &words, now_ms, &mut output),
        }
        if let Server::Replicated(set) = &mut self.server {
            for replica in 0..set.replicas() {
                let behind = set.lag(replica).saturating_sub(MOST_LAG);
                set.replicate(host, replica, behind, now_ms, &mut output);
            }
        }
        let own = output.messages.iter().position(|m| m.connection == connection);
        let reply = own.map(|index| output.messages.remove(index).reply);
        let events = self.deliver(output);
        Applied { reply, events }
    }

    /// Does what time alone brings about up to the world's time `now_ms`.
    pub(crate) fn advance(&mut self, host: &ScriptHost, now_ms: i64) -> Vec<KeyEvent> {
        let mut output = Output::default();
        let now_ms = now_ms.saturating_add(self.ahead_ms);
        match &mut self.server {
            Server::Alone(state) => state.advance(host, now_ms, &mut output),
            Server::Replicated(set) => set.advance(host, now_ms, &mut output),
        }
        if self.saved.is_some() {
            self.saved = Some(Box::new(self.state().clone()));
        }
        self.deliver(output)
    }

    fn deliver(&mut self, output: Output) -> Vec<KeyEvent> {
        for message in output.messages {
            self.mail.entry(message.connection).or_default().push_back(Mail::Reply(message.reply));
        }
        let ahead_ms = self.ahead_ms;
        let in_world_time = |mut event: KeyEvent| {
            event.at_ms = event.at_ms.saturating_sub(ahead_ms);
            event
        };
        output.events.into_iter().map(in_world_time).collect()
    }

    /// The next moment of the world's time at which something happens by
    /// itself. A node that is down does nothing that anybody could see.
    pub(crate) fn next_deadline_ms(&self) -> Option<i64> {
        let deadline_ms = match &self.server {
            Server::Alone(state) => state.next_deadline_ms(),
            Server::Replicated(set) => set.next_deadline_ms(),
        };
        deadline_ms.map(|at_ms| at_ms.saturating_sub(self.ahead_ms))
    }

    /// Whether this client's commands arrive.
    pub(crate) fn reaches(&self, client: ClientIndex) -> bool {
        !self.down && !self.cut.contains(client)
    }

    pub(crate) fn has_mail(&self, connection: ConnectionId) -> bool {
        self.mail.contains_key(&connection)
    }

    /// For which connections there is mail.
    pub(crate) fn mail_for(&self) -> impl Iterator<Item = ConnectionId> {
        self.mail.keys().copied()
    }

    /// Takes the oldest piece of mail.
    pub(crate) fn take_mail(&mut self, connection: ConnectionId) -> Option<Mail> {
        let waiting = self.mail.get_mut(&connection)?;
        let mail = waiting.pop_front();
        if waiting.is_empty() {
            self.mail.remove(&connection);
        }
        mail
    }

    /// Throws away what is there for a connection.
    pub(crate) fn drop_mail(&mut self, connection: ConnectionId) {
        self.mail.remove(&connection);
    }

    /// The server that answers now.
    pub(crate) fn state(&self) -> &State {
        match &self.server {
            Server::Alone(state) => state,
            Server::Replicated(set) => set.primary(),
        }
    }

    /// Does what time alone brings about; locks that have ended are nobody's.
    pub(crate) fn expire(&mut self, cast: &Cast, host: &ScriptHost, now_ms: i64) -> Vec<KeyEvent> {
        let events = self.advance(host, now_ms);
        for event in events.iter().filter(|event| event.db == 0) {
            if let Some(lock) = cast.lock_by_key(&event.key) {
                self.owners.remove(&lock);
            }
        }
        events
    }

    /// Does what time alone brings about, and tells it.
    pub(crate) fn advance_told(
        &mut self,
        cast: &Cast,
        host: &ScriptHost,
        node: NodeIndex,
        now_ms: i64,
        events: &mut Vec<Event>,
    ) {
        for event in self.expire(cast, host, now_ms) {
            let kind = EventKind::Key { node, key: event.key, name: event.name, by: None };
            events.push(Event { at_ms: event.at_ms, kind });
        }
    }

    /// Moves every moment that it remembers earlier.
    pub(crate) fn shift(&mut self, cast: &Cast, earlier_by_ms: i64) {
        let holds_times = |key: &[u8]| cast.holds_times(key);
        match &mut self.server {
            Server::Alone(state) => state.shift(earlier_by_ms, &holds_times),
            Server::Replicated(set) => set.shift(earlier_by_ms, &holds_times),
        }
        if let Some(saved) = &mut self.saved {
            saved.shift(earlier_by_ms, &holds_times);
        }
    }
}
