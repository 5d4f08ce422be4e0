//! Commands that wait: for a key, for time.

use crate::call::{Call, Caller};
use crate::connection::Blocked;
use crate::keyspace::Keyspace;
use crate::{ConnectionId, Message, Output, ScriptHost, State};
use lockstep_resp::{Blob, Command, Reply};
use std::collections::VecDeque;

impl Call<'_> {
    /// Makes the connection wait: until one of `keys` is written and the
    /// command, tried again, has an answer, or until `deadline_ms` is over.
    /// Where nobody may wait, inside `EXEC` and scripts, it answers
    /// `on_timeout` at once.
    pub(crate) fn block(
        &mut self,
        keys: &[&[u8]],
        deadline_ms: Option<i64>,
        on_timeout: Reply,
    ) -> Option<Reply> {
        match self.caller {
            Caller::Exec | Caller::Script => Some(on_timeout),
            // It is waiting already, and goes on.
            Caller::Unblocked => None,
            Caller::Client => {
                let connection = self.state.connections.get_mut(&self.connection)?;
                connection.blocked = Some(Blocked {
                    command: Command::new(self.args.words()),
                    db: self.session.db,
                    keys: keys.iter().map(|&key| Blob::from(key)).collect(),
                    deadline_ms,
                    on_timeout,
                });
                self.state.blocked.push(self.connection);
                None
            }
        }
    }
}

impl State {
    /// Answers the blocked commands whose keys were written, from the event
    /// with the number `first` on, those included that this writes in turn.
    pub(crate) fn serve_blocked(
        &mut self,
        host: &ScriptHost,
        now_ms: i64,
        first: usize,
        output: &mut Output,
    ) {
        let mut seen = first;
        let mut unblocked = VecDeque::new();
        loop {
            while let Some(event) = output.events.get(seen) {
                let (db, key) = (event.db, event.key.clone());
                seen += 1;
                for connection in self.blocked.to_vec() {
                    if self.retry(host, connection, db, &key, now_ms, output) {
                        unblocked.push_back(connection);
                    }
                }
            }
            // What a connection sent while it was blocked comes after all that
            // were waiting, and may write keys itself.
            let Some(connection) = unblocked.pop_front() else { return };
            self.run_backlog(host, connection, now_ms, output);
        }
    }

    /// Tries a blocked command again if it waits for this key; answers whether
    /// it has an answer now.
    fn retry(
        &mut self,
        host: &ScriptHost,
        connection: ConnectionId,
        db: usize,
        key: &[u8],
        now_ms: i64,
        output: &mut Output,
    ) -> bool {
        let open = self.connections.get(&connection);
        let blocked = open.and_then(|open| open.blocked.as_ref());
        let Some(blocked) = blocked.filter(|blocked| blocked.waits_for(db, key)) else {
            return false;
        };
        let command = blocked.command.clone();
        self.execute(host, connection, Caller::Unblocked, &command.as_slices(), now_ms, output)
    }

    /// Answers the commands whose time is over at `now_ms`.
    pub(crate) fn time_out(&mut self, host: &ScriptHost, now_ms: i64, output: &mut Output) {
        for connection in self.blocked.to_vec() {
            let Some(open) = self.connections.get_mut(&connection) else { continue };
            let is_over = |blocked: &mut Blocked| blocked.deadline_ms.is_some_and(|at| at < now_ms);
            let Some(blocked) = open.blocked.take_if(is_over) else { continue };
            let reply = blocked.on_timeout.seen_by(open.session.protocol);
            self.blocked.remove(connection);
            output.messages.push(Message { connection, reply });
            let first = output.events.len();
            self.run_backlog(host, connection, now_ms, output);
            self.serve_blocked(host, now_ms, first, output);
        }
    }

    /// Runs what a connection sent while it was blocked, up to what blocks it
    /// again.
    fn run_backlog(
        &mut self,
        host: &ScriptHost,
        connection: ConnectionId,
        now_ms: i64,
        output: &mut Output,
    ) {
        loop {
            let Some(open) = self.connections.get_mut(&connection) else { return };
            if open.blocked.is_some() {
                return;
            }
            let Some(command) = open.backlog.pop_front() else { return };
            self.execute(host, connection, Caller::Client, &command.as_slices(), now_ms, output);
        }
    }

    /// The first millisecond at which the next blocked command gives up.
    pub(crate) fn next_timeout_ms(&self) -> Option<i64> {
        if self.blocked.is_empty() {
            return None;
        }
        let blocked = self.connections.values().filter_map(|open| open.blocked.as_ref());
        let deadlines = blocked.filter_map(|blocked| blocked.deadline_ms);
        deadlines.min().map(|at| at.saturating_add(1))
    }

    pub(crate) fn expire_due(&mut self, now_ms: i64, output: &mut Output) {
        for (index, db) in self.databases.iter_mut().enumerate() {
            Keyspace::new(db, index, now_ms, &mut output.events).expire_due();
        }
    }
}
