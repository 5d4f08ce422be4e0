//! Everything that a server remembers.

use crate::call::{Call, Session};
use crate::keyspace::{Database, Keyspace};
use crate::{DATABASES, Message, Output, ScriptHost, ScriptSha, command};
use lockstep_resp::Blob;
use std::collections::BTreeMap;

/// Names a connection within one [`State`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConnectionId(pub u32);

/// Everything that a server remembers: databases, expiries, script bodies,
/// connections.
///
/// A value without any link to the outside: cloning it is a checkpoint, two
/// equal ones answer every command alike.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) databases: Vec<Database>,
    /// Bodies by their SHA1, for `EVALSHA`.
    pub(crate) scripts: BTreeMap<ScriptSha, Blob>,
    connections: BTreeMap<ConnectionId, Session>,
    last_connection: u32,
}

impl Default for State {
    fn default() -> Self {
        Self {
            databases: vec![Database::default(); DATABASES],
            scripts: BTreeMap::new(),
            connections: BTreeMap::new(),
            last_connection: 0,
        }
    }
}

impl State {
    /// Opens a connection, which starts on database 0.
    pub fn connect(&mut self) -> ConnectionId {
        self.last_connection += 1;
        let connection = ConnectionId(self.last_connection);
        self.connections.insert(connection, Session::default());
        connection
    }

    /// Closes a connection. One that is already closed stays closed.
    pub fn disconnect(&mut self, connection: ConnectionId) {
        self.connections.remove(&connection);
    }

    /// Runs one command, its name first, at `now_ms` (Unix milliseconds).
    ///
    /// Time stands still for the whole command, as in Redis. Replies go to
    /// `output`; a command on a connection that is not open, like an empty
    /// command, is answered by nothing.
    pub fn submit(
        &mut self,
        host: &ScriptHost,
        connection: ConnectionId,
        words: &[&[u8]],
        now_ms: i64,
        output: &mut Output,
    ) {
        let Some(&session) = self.connections.get(&connection) else {
            return;
        };
        let mut call = Call::new(self, host, session, words, now_ms, output);
        let Some(reply) = command::dispatch(&mut call) else {
            return;
        };
        let session = call.session;
        if let Some(open) = self.connections.get_mut(&connection) {
            *open = session;
        }
        output.messages.push(Message { connection, reply });
    }

    /// Does what time alone brings about up to `now_ms`: keys expire.
    ///
    /// A key is gone at its look-up in any case; this makes it an event.
    pub fn advance(&mut self, now_ms: i64, output: &mut Output) {
        let first = output.events.len();
        for (index, db) in self.databases.iter_mut().enumerate() {
            Keyspace::new(db, index, now_ms, &mut output.events).expire_due();
        }
        output.events[first..].sort_by_key(|event| event.at_ms);
    }

    /// The next moment, in Unix milliseconds, at which [`State::advance`] would
    /// do something; `None` if time alone changes nothing any more.
    pub fn next_deadline_ms(&self) -> Option<i64> {
        self.databases
            .iter()
            .filter_map(Database::next_deadline_ms)
            .min()
    }

    /// All keys that are alive at `now_ms`, ordered by database and name.
    pub fn keys(&self, now_ms: i64) -> impl Iterator<Item = KeyView<'_>> {
        let dbs = self.databases.iter().enumerate();
        dbs.flat_map(move |(db, database)| database.view(db, now_ms))
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
