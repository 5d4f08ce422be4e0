//! `MULTI`, `WATCH`, and what a subscribed connection may send.

use crate::call::{Call, Caller};
use crate::command::{CommandFlags, CommandSpec};
use crate::output::KeyEvent;
use crate::{CommandError, ConnectionId, State};
use lockstep_resp::{Blob, Command, Protocol, Reply};
use std::collections::{BTreeMap, BTreeSet};

/// Who watches which key.
pub(crate) type Watchers = BTreeMap<(usize, Blob), BTreeSet<ConnectionId>>;

impl Call<'_> {
    /// Queues the command if the connection is inside `MULTI`; `None` if it is
    /// to run now. A command that cannot be queued makes `EXEC` refuse.
    pub(crate) fn queue(&mut self, resolved: &Result<&CommandSpec, CommandError>) -> Option<Reply> {
        let words = self.args.words();
        let connection = self.state.connections.get_mut(&self.connection)?;
        let transaction = connection.transaction.as_mut()?;
        let refused = match resolved {
            Ok(spec) if spec.flags.contains(CommandFlags::UNQUEUED) => return None,
            Ok(spec) if spec.flags.contains(CommandFlags::NO_MULTI) => CommandError::NotInMulti,
            Ok(_) => {
                transaction.queued.push(Command::new(words));
                return Some(Reply::simple("QUEUED"));
            }
            Err(error) => error.clone(),
        };
        transaction.failed = true;
        Some(refused.into())
    }

    /// A subscribed connection of RESP2 may send only what has to do with that:
    /// replies to anything else could not be told from messages.
    pub(crate) fn check_subscribed(&self, spec: &CommandSpec) -> Result<(), CommandError> {
        let restricted = self.session.protocol == Protocol::Resp2
            && !spec.flags.contains(CommandFlags::SUBSCRIBED)
            && self.connection().is_some_and(|connection| connection.subscriptions() > 0);
        if restricted { Err(CommandError::subscribed(spec.name)) } else { Ok(()) }
    }

    /// Runs what `MULTI` has queued, as one.
    pub(crate) fn run_queued(&mut self, queued: &[Command]) -> Reply {
        let replies = queued.iter().map(|command| {
            let words = command.as_slices();
            let mut call = Call {
                state: &mut *self.state,
                host: self.host,
                connection: self.connection,
                session: self.session,
                caller: Caller::Exec,
                args: crate::args::Args::new(&words),
                now_ms: self.now_ms,
                output: &mut *self.output,
            };
            let reply = crate::command::dispatch(&mut call);
            self.session = call.session;
            // A command that would wait answers at once inside `MULTI`.
            reply.unwrap_or(Reply::NilArray)
        });
        Reply::Array(replies.collect())
    }
}

impl State {
    /// Tells those who watch them that keys were touched.
    pub(crate) fn touch_watched(&mut self, events: &[KeyEvent]) {
        if self.watchers.is_empty() {
            return;
        }
        for event in events {
            let Some(watchers) = self.watchers.get(&(event.db, event.key.clone())) else {
                continue;
            };
            for watcher in watchers {
                if let Some(connection) = self.connections.get_mut(watcher) {
                    connection.watched_key_touched = true;
                }
            }
        }
    }

    /// Makes a connection watch a key.
    pub(crate) fn watch(&mut self, connection: ConnectionId, db: usize, key: &[u8]) {
        let Some(open) = self.connections.get_mut(&connection) else { return };
        let key = (db, Blob::from(key));
        open.watched.insert(key.clone());
        self.watchers.entry(key).or_default().insert(connection);
    }

    /// Ends all watching of a connection.
    pub(crate) fn unwatch(&mut self, connection: ConnectionId) {
        let Some(open) = self.connections.get_mut(&connection) else { return };
        open.watched_key_touched = false;
        for key in std::mem::take(&mut open.watched) {
            if let Some(watchers) = self.watchers.get_mut(&key) {
                watchers.remove(&connection);
                if watchers.is_empty() {
                    self.watchers.remove(&key);
                }
            }
        }
    }
}
