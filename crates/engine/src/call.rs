//! One command on its way through the engine.

use crate::args::Args;
use crate::keyspace::Keyspace;
use crate::{Output, ScriptHost, State};

/// What a connection, or a running script, has chosen for its next commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Session {
    /// Index of the selected database.
    pub(crate) db: usize,
}

/// Who sent the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caller {
    /// A connection.
    Client,
    /// `redis.call` or `redis.pcall` in a script.
    Script,
}

/// One command on its way: its words, the state that it works on, the time.
pub(crate) struct Call<'a> {
    pub(crate) state: &'a mut State,
    pub(crate) host: &'a ScriptHost,
    pub(crate) session: Session,
    pub(crate) caller: Caller,
    pub(crate) args: Args<'a>,
    /// Unix milliseconds, frozen for the whole command and script.
    pub(crate) now_ms: i64,
    pub(crate) output: &'a mut Output,
}

impl<'a> Call<'a> {
    pub(crate) fn new(
        state: &'a mut State,
        host: &'a ScriptHost,
        session: Session,
        words: &'a [&'a [u8]],
        now_ms: i64,
        output: &'a mut Output,
    ) -> Self {
        Self {
            state,
            host,
            session,
            caller: Caller::Client,
            args: Args::new(words),
            now_ms,
            output,
        }
    }

    /// The selected database.
    pub(crate) fn keyspace(&mut self) -> Keyspace<'_> {
        self.database(self.session.db)
    }

    /// The database with this index, which is below [`crate::DATABASES`].
    pub(crate) fn database(&mut self, index: usize) -> Keyspace<'_> {
        let db = &mut self.state.databases[index];
        Keyspace::new(db, index, self.now_ms, &mut self.output.events)
    }
}
