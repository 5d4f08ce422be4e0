//! Everything that a server remembers.

use crate::args::Args;
use crate::call::{Call, Caller, Session};
use crate::connection::Connection;
use crate::connections::Connections;
use crate::databases::Databases;
use crate::queue::Queue;
use crate::random::Random;
use crate::replication::Replication;
use crate::script_bodies::ScriptBodies;
use crate::subscriptions::Subscribers;
use crate::transaction::Watchers;
use crate::{Message, Output, ScriptHost, ScriptSha, ServerVersion, command};
use lockstep_resp::{Blob, Command};
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};

/// Names a connection within one [`State`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConnectionId(pub u32);

/// Everything that a server remembers: databases, expiries, script bodies,
/// connections.
///
/// A value without any link to the outside: cloning it is a checkpoint, two
/// equal ones answer every command alike. The one exception is `OBJECT
/// IDLETIME`: when a key was last looked at is no part of the comparison, since
/// otherwise no two states that were ever read would be equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(crate) version: ServerVersion,
    pub(crate) databases: Databases,
    pub(crate) scripts: ScriptBodies,
    pub(crate) connections: Connections,
    last_connection: u32,
    pub(crate) random: Random,
    pub(crate) watchers: Watchers,
    pub(crate) blocked: Queue,
    pub(crate) subscribers: Subscribers,
    /// What it knows of other servers; `None` when it is alone.
    pub(crate) replication: Option<Box<Replication>>,
}

/// What follows from other fields adds nothing to the hash.
impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Self { version, databases, scripts, connections, .. } = self;
        let Self { last_connection, random, watchers: _, blocked, subscribers, .. } = self;
        (version, databases, scripts, connections).hash(hasher);
        (last_connection, random, blocked, subscribers, &self.replication).hash(hasher);
    }
}

impl Default for State {
    fn default() -> Self {
        Self {
            version: ServerVersion::default(),
            databases: Databases::default(),
            scripts: ScriptBodies::default(),
            connections: Connections::default(),
            last_connection: 0,
            random: Random::new(0),
            watchers: Watchers::new(),
            blocked: Queue::default(),
            subscribers: Subscribers::default(),
            replication: None,
        }
    }
}

impl State {
    /// An empty server that has the commands and options of `version`;
    /// [`State::default`] is Redis 7.0.
    pub fn with_version(version: ServerVersion) -> Self {
        Self { version, ..Self::default() }
    }

    /// Whose commands and options it has.
    pub fn version(&self) -> ServerVersion {
        self.version
    }

    /// Seeds what `SPOP`, `SRANDMEMBER` and the like choose at random from here
    /// on. A new state is seeded with 0, so the same commands choose alike.
    pub fn seed_random(&mut self, seed: u64) {
        self.random = Random::new(seed);
    }

    /// Opens a connection, which starts on database 0 and speaks RESP2.
    pub fn connect(&mut self) -> ConnectionId {
        self.last_connection += 1;
        let connection = ConnectionId(self.last_connection);
        self.connections.insert(connection, Connection::default());
        connection
    }

    /// Keeps a script for `EVALSHA`, as `SCRIPT LOAD` does, but does not look
    /// whether it compiles: one that does not is told so when it is called.
    /// For those who know that it does, and want many states soon.
    pub fn keep_script(&mut self, body: &[u8]) -> ScriptSha {
        let sha = ScriptSha::of(body);
        self.scripts.keep(sha, body);
        sha
    }

    /// Closes a connection, with everything that it had begun. One that is
    /// already closed stays closed.
    pub fn disconnect(&mut self, connection: ConnectionId) {
        self.unwatch(connection);
        self.unsubscribe_all(connection);
        self.forget_offset(connection);
        let closed = self.connections.remove(&connection);
        if let Some(blocked) = closed.as_ref().and_then(|closed| closed.blocked.as_ref()) {
            self.blocked.remove(connection, blocked);
        }
    }

    /// Whether a connection is open: `QUIT` closes one too.
    pub fn is_open(&self, connection: ConnectionId) -> bool {
        self.connections.contains_key(&connection)
    }

    /// Whether a connection waits for an answer that is still to come.
    pub fn is_blocked(&self, connection: ConnectionId) -> bool {
        self.connections.get(&connection).is_some_and(|open| open.blocked.is_some())
    }

    /// Runs one command, its name first, at `now_ms` (Unix milliseconds).
    ///
    /// Time stands still for the whole command, as in Redis. Everything that it
    /// brings about goes to `output`, for whichever connection. A command on a
    /// connection that is not open, like an empty command, is answered by
    /// nothing; one on a connection that is blocked has its turn after that.
    pub fn submit(
        &mut self,
        host: &ScriptHost,
        connection: ConnectionId,
        words: &[&[u8]],
        now_ms: i64,
        output: &mut Output,
    ) {
        // Who has waited long enough by now is not served any more.
        if self.blocked.next_timeout_ms().is_some_and(|at_ms| at_ms <= now_ms) {
            self.advance(host, now_ms, output);
        }
        if !self.blocked.is_empty()
            && let Some(open) = self.connections.get_mut(&connection)
            && open.blocked.is_some()
        {
            return open.backlog.push_back(Command::new(words));
        }
        self.execute(host, connection, Caller::Client, words, now_ms, output);
        if !self.blocked.is_empty() {
            self.serve_blocked(host, now_ms, VecDeque::new(), output);
        }
    }

    /// Runs one command and sends its reply; answers whether it has one now.
    pub(crate) fn execute(
        &mut self,
        host: &ScriptHost,
        connection: ConnectionId,
        caller: Caller,
        words: &[&[u8]],
        now_ms: i64,
        output: &mut Output,
    ) -> bool {
        let Some(open) = self.connections.get(&connection) else { return false };
        let (session, args) = (open.session, Args::new(words));
        let first = output.events.len();
        let (state, messages) = (&mut *self, output.messages.len());
        let mut call =
            Call { state, host, connection, session, caller, args, now_ms, output: &mut *output };
        let reply = command::dispatch(&mut call);
        let session = call.session;
        self.touch_watched(&output.events[first..]);
        if self.replication.is_some() {
            self.log_command(connection, caller, words, &output.events[first..]);
        }
        let Some(open) = self.connections.get(&connection) else { return false };
        // Most commands change nothing of it: other states go on sharing it.
        if open.session != session || open.has_more() {
            self.keep_session(connection, session, reply.is_some());
        }
        if let Some(reply) = reply {
            // Most go there as they are, which is faster than by way of `seen_by`.
            if reply.is_alike() {
                output.messages.push(Message { connection, reply });
            } else {
                let reply = reply.seen_by(session.protocol);
                output.messages.push(Message { connection, reply });
            }
        }
        output.messages.len() > messages
    }

    /// Notes what a command has left of its connection; `answered` if it waits
    /// for nothing any more.
    fn keep_session(&mut self, connection: ConnectionId, session: Session, answered: bool) {
        let Some(open) = self.connections.get_mut(&connection) else { return };
        open.session = session;
        if answered
            && open.blocked.is_some()
            && let Some(blocked) = open.blocked.take()
        {
            self.blocked.remove(connection, &blocked);
        }
        open.shrink();
    }

    /// Does what time alone brings about up to `now_ms`: keys expire, waits run
    /// out, each at its own moment.
    ///
    /// A key is gone at its look-up in any case; this makes it an event.
    pub fn advance(&mut self, host: &ScriptHost, now_ms: i64, output: &mut Output) {
        while let Some(at_ms) = self.next_deadline_ms().filter(|&at_ms| at_ms <= now_ms) {
            let first = output.events.len();
            self.expire_due(at_ms, output);
            self.touch_watched(&output.events[first..]);
            self.log_expired(&output.events[first..]);
            self.time_out(host, at_ms, output);
        }
    }

    /// The next moment, in Unix milliseconds, at which [`State::advance`] would
    /// do something; `None` if time alone changes nothing any more.
    pub fn next_deadline_ms(&self) -> Option<i64> {
        let expiries = self.databases.iter().filter_map(|(_, db)| db.next_deadline_ms());
        expiries.chain(self.blocked.next_timeout_ms()).min()
    }

    /// All keys that are alive at `now_ms`, ordered by database and name.
    pub fn keys(&self, now_ms: i64) -> impl Iterator<Item = KeyView<'_>> {
        self.databases.iter().flat_map(move |(db, database)| database.view(db, now_ms))
    }

    /// Whether `key` is alive in database `db` at `now_ms`, and what it holds.
    pub fn key(&self, db: usize, key: &[u8], now_ms: i64) -> Option<KeyView<'_>> {
        self.databases.get(db)?.view_key(db, key, now_ms)
    }
}

/// A key as an observer sees it: nothing is touched by looking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyView<'a> {
    /// Index of the database.
    pub db: usize,
    /// The key.
    pub key: &'a Blob,
    /// The type's name as `TYPE` reports it.
    pub type_name: &'static str,
    /// The value as `redis-cli` would print it.
    pub value: String,
    /// The last millisecond at which the key is alive; `None` for ever.
    pub expire_at_ms: Option<i64>,
}
