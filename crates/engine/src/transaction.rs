//! `MULTI`, `WATCH`, and what a subscribed connection may send.

use crate::args::Args;
use crate::call::{Call, Caller};
use crate::command::{CommandFlags, CommandSpec};
use crate::connection::Transaction;
use crate::output::KeyEvent;
use crate::{CommandError, ConnectionId, Message, State};
use lockstep_resp::{Blob, Command, Protocol, Reply};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Who watches which key.
pub(crate) type Watchers = BTreeMap<(usize, Blob), BTreeSet<ConnectionId>>;

impl Call<'_> {
    /// Whether a connection that is inside `MULTI` or subscribed may send this.
    ///
    /// A subscribed connection of RESP2 may send only what has to do with that:
    /// replies to anything else could not be told from messages.
    pub(crate) fn admit(
        &self,
        spec: &'static CommandSpec,
    ) -> Result<&'static CommandSpec, CommandError> {
        let Some(connection) = self.connection() else { return Ok(spec) };
        let in_multi = connection.transaction.is_some();
        if in_multi && spec.flags.contains(CommandFlags::NO_MULTI) {
            return Err(CommandError::NotInMulti);
        }
        let only_subscriptions =
            connection.subscriptions() > 0 && self.session.protocol == Protocol::Resp2;
        if only_subscriptions && !spec.flags.contains(CommandFlags::SUBSCRIBED) {
            return Err(CommandError::subscribed(spec.name));
        }
        Ok(spec)
    }

    /// Queues the command if the connection is inside `MULTI`; `None` if it is
    /// to run now.
    pub(crate) fn queue(&mut self, spec: &CommandSpec) -> Option<Reply> {
        if spec.flags.contains(CommandFlags::UNQUEUED) {
            return None;
        }
        let transaction = self.state.open_transaction(self.connection)?;
        transaction.queued.push(Command::new(self.args.words()));
        Some(Reply::simple("QUEUED"))
    }

    /// What the client is told of a command that cannot run. Inside `MULTI` it
    /// makes `EXEC` refuse; an `EXEC` that cannot run ends the transaction.
    pub(crate) fn refuse(&mut self, error: CommandError) -> CommandError {
        if self.caller != Caller::Client {
            return error;
        }
        let name = self.args.words().first().copied().unwrap_or_default();
        self.state.refuse(self.connection, name);
        if is_exec(name) { CommandError::exec_aborted(&error) } else { error }
    }

    /// Runs what `MULTI` has queued, as one, and sends the array of replies.
    ///
    /// Redis sends the length of the array first and then whatever the commands
    /// send to this connection. A subscription or a message to itself therefore
    /// takes the place of a reply, and as many replies come after the array.
    pub(crate) fn run_queued(&mut self, queued: &[Command]) {
        let mut sent = VecDeque::new();
        for command in queued {
            let words = command.as_slices();
            let first = self.output.messages.len();
            let mut call = Call {
                state: &mut *self.state,
                host: self.host,
                connection: self.connection,
                session: self.session,
                caller: Caller::Exec,
                args: Args::new(&words),
                now_ms: self.now_ms,
                output: &mut *self.output,
            };
            let reply = crate::command::dispatch(&mut call);
            self.session = call.session;
            let own = |message: &mut Message| message.connection == self.connection;
            let pushed = self.output.messages.extract_if(first.., own);
            sent.extend(pushed.map(|message| message.reply));
            // A `HELLO` among the commands counts from there on.
            sent.extend(reply.map(|reply| reply.seen_by(self.session.protocol)));
        }
        let after = sent.split_off(queued.len().min(sent.len()));
        for reply in std::iter::once(Reply::Array(sent.into())).chain(after) {
            self.output.messages.push(Message { connection: self.connection, reply });
        }
    }
}

impl State {
    /// A command of this name was refused before it came here, as a server does
    /// that is loading or out of memory: the transaction that the connection is in
    /// fails, and one whose `EXEC` was refused is over.
    pub fn refuse(&mut self, connection: ConnectionId, name: &[u8]) {
        if is_exec(name) {
            self.discard(connection);
        } else if let Some(transaction) = self.open_transaction(connection) {
            transaction.failed = true;
        }
    }

    /// The transaction that a connection is in. Most are in none, and nothing of
    /// them is copied to see that.
    fn open_transaction(&mut self, connection: ConnectionId) -> Option<&mut Transaction> {
        self.connections.get(&connection)?.transaction.as_ref()?;
        self.connections.get_mut(&connection)?.transaction.as_mut()
    }

    /// Tells those who watch them that keys were touched.
    pub(crate) fn touch_watched(&mut self, events: &[KeyEvent]) {
        if self.watchers.is_empty() {
            return;
        }
        for event in events {
            let key = (event.db, event.key.clone());
            for watcher in self.watchers.get(&key).into_iter().flatten() {
                let Some(open) = self.connections.get_mut(watcher) else { continue };
                match open.watched.get_mut(&key) {
                    // It is removed at last; for the watcher it never was there.
                    Some(was_expired) if *was_expired && event.name == "expired" => {
                        *was_expired = false;
                    }
                    _ => open.watched_key_touched = true,
                }
            }
        }
    }

    /// Tells those who watch keys of database `db` that it is about to be
    /// emptied, or to be `replaced_with` another. A key that is in neither is
    /// not touched.
    pub(crate) fn touch_database(&mut self, db: usize, replaced_with: Option<usize>, now_ms: i64) {
        self.note_replaced(db, replaced_with);
        let watched = (db, Blob::default())..(db + 1, Blob::default());
        for ((_, key), watchers) in self.watchers.range(watched) {
            let is_there = self.databases.get(db).is_some_and(|db| db.value(key).is_some());
            let replacement = replaced_with.and_then(|other| self.databases.get(other));
            let replacement = replacement.filter(|other| other.value(key).is_some());
            if !is_there && replacement.is_none() {
                continue;
            }
            let will_be_expired = replacement.is_some_and(|other| other.is_expired(key, now_ms));
            for watcher in watchers {
                let Some(open) = self.connections.get_mut(watcher) else { continue };
                let Some(was_expired) = open.watched.get_mut(&(db, key.clone())) else { continue };
                // What was not there for the watcher, and is not there after it,
                // has not changed.
                let nothing_before = *was_expired || !is_there;
                if nothing_before && (replacement.is_none() || will_be_expired) {
                    *was_expired = will_be_expired;
                } else {
                    open.watched_key_touched = true;
                }
            }
        }
    }

    /// Makes a connection watch a key.
    pub(crate) fn watch(&mut self, connection: ConnectionId, db: usize, key: &[u8], now_ms: i64) {
        let is_expired = self.is_expired(db, key, now_ms);
        let Some(open) = self.connections.get_mut(&connection) else { return };
        let key = (db, Blob::from(key));
        open.watched.entry(key.clone()).or_insert(is_expired);
        self.watchers.entry(key).or_default().insert(connection);
    }

    /// Whether a key that the connection watches has been touched, or has come
    /// to its end though nothing has removed it.
    pub(crate) fn has_watched_change(&self, connection: ConnectionId, now_ms: i64) -> bool {
        let Some(open) = self.connections.get(&connection) else { return false };
        let has_ended = |((db, key), was_expired): (&(usize, Blob), &bool)| {
            !was_expired && self.is_expired(*db, key, now_ms)
        };
        open.watched_key_touched || open.watched.iter().any(has_ended)
    }

    /// Whether a key's time is over though nothing has removed it.
    fn is_expired(&self, db: usize, key: &[u8], now_ms: i64) -> bool {
        self.databases.get(db).is_some_and(|db| db.is_expired(key, now_ms))
    }

    /// Ends all watching of a connection.
    pub(crate) fn unwatch(&mut self, connection: ConnectionId) {
        let Some(open) = self.connections.get_mut(&connection) else { return };
        if open.watched.is_empty() {
            return;
        }
        open.watched_key_touched = false;
        for key in std::mem::take(&mut open.watched).into_keys() {
            if let Some(watchers) = self.watchers.get_mut(&key) {
                watchers.remove(&connection);
                if watchers.is_empty() {
                    self.watchers.remove(&key);
                }
            }
        }
    }

    /// Forgets what `MULTI` has queued, and ends all watching.
    pub(crate) fn discard(&mut self, connection: ConnectionId) {
        if let Some(open) = self.connections.get_mut(&connection) {
            open.transaction = None;
        }
        self.unwatch(connection);
    }
}

fn is_exec(name: &[u8]) -> bool {
    name.eq_ignore_ascii_case(b"EXEC")
}
