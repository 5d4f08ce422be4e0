//! One command on its way through the engine.

use crate::args::Args;
use crate::connection::Connection;
use crate::keyspace::Keyspace;
use crate::{ConnectionId, Message, Output, ScriptHost, State};
use lockstep_resp::{Protocol, Reply};

/// What a connection, or a running script, has chosen for its next commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Session {
    /// Index of the selected database.
    pub(crate) db: usize,
    /// What `HELLO` chose.
    pub(crate) protocol: Protocol,
}

/// Who sent the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caller {
    /// A connection.
    Client,
    /// A connection whose blocked command is tried again.
    Unblocked,
    /// `EXEC`, for what `MULTI` has queued.
    Exec,
    /// `redis.call` or `redis.pcall` in a script.
    Script,
}

/// One command on its way: its words, the state that it works on, the time.
pub(crate) struct Call<'a> {
    pub(crate) state: &'a mut State,
    pub(crate) host: &'a ScriptHost,
    /// On whose behalf it runs.
    pub(crate) connection: ConnectionId,
    pub(crate) session: Session,
    pub(crate) caller: Caller,
    pub(crate) args: Args<'a>,
    /// Unix milliseconds, frozen for the whole command and script.
    pub(crate) now_ms: i64,
    pub(crate) output: &'a mut Output,
}

impl<'a> Call<'a> {
    /// What the server remembers of the connection, if it is still open.
    pub(crate) fn connection(&self) -> Option<&Connection> {
        self.state.connections.get(&self.connection)
    }

    /// Sends something that is not the reply to this command, or not the only
    /// one: a message, a confirmation.
    pub(crate) fn push(&mut self, connection: ConnectionId, reply: Reply) {
        let open = self.state.connections.get(&connection);
        let protocol = open.map_or(Protocol::Resp2, |open| open.session.protocol);
        let reply = reply.seen_by(protocol);
        self.output.messages.push(Message { connection, reply });
    }

    /// The selected database.
    pub(crate) fn keyspace(&mut self) -> Keyspace<'_> {
        self.database(self.session.db)
    }

    /// The database with this index, which is below [`crate::DATABASES`].
    pub(crate) fn database(&mut self, index: usize) -> Keyspace<'_> {
        let db = self.state.databases.get_mut(index);
        Keyspace::new(db, index, self.now_ms, &mut self.output.events, &mut self.state.blocked)
    }
}
