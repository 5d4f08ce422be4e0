//! One service to its clients: a primary and its replicas.

use super::Replication;
use crate::{ConnectionId, Keep, KeyView, Output, ScriptHost, State};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A primary with its replicas: one service to its clients.
///
/// Clients talk to whoever is the primary. What they write reaches a replica
/// when [`ReplicaSet::replicate`] says so, and not before.
///
/// A plain value as a [`State`] is: two equal sets answer everything alike, and
/// nothing in them grows with what was. Clones share the replicas until one of
/// them gets a write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplicaSet {
    primary: State,
    replicas: Vec<Arc<State>>,
}

/// A replica that lacks nothing holds the same keys as the primary, so these add
/// nothing to the hash.
impl Hash for ReplicaSet {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.primary.hash(hasher);
        for (index, replica) in self.replicas.iter().enumerate() {
            if self.lag(index) > 0 {
                replica.databases.hash(hasher);
            }
            (&replica.scripts, &replica.connections, &replica.random).hash(hasher);
        }
    }
}

impl ReplicaSet {
    /// A primary with so many replicas, which have all that it has. They have the
    /// same connections, fresh, and know no script.
    pub fn new(primary: State, replicas: usize) -> Self {
        let mut replica = primary.clone();
        replica.restart(Keep::Everything);
        let replica = Arc::new(replica);
        let mut set = Self { primary, replicas: vec![replica; replicas] };
        set.resynchronise();
        set
    }

    /// The primary. A clone of it counts on replicas that it does not have; make
    /// a new set of it instead.
    pub fn primary(&self) -> &State {
        &self.primary
    }

    /// The replica with this index, below [`ReplicaSet::replicas`].
    pub fn replica(&self, replica: usize) -> Option<&State> {
        self.replicas.get(replica).map(AsRef::as_ref)
    }

    /// How many replicas there are.
    pub fn replicas(&self) -> usize {
        self.replicas.len()
    }

    /// Opens a connection, which has the same name at every server.
    pub fn connect(&mut self) -> ConnectionId {
        for replica in &mut self.replicas {
            Arc::make_mut(replica).connect();
        }
        self.primary.connect()
    }

    /// Closes a connection at every server; as [`State::disconnect`].
    pub fn disconnect(&mut self, connection: ConnectionId) {
        self.primary.disconnect(connection);
        for replica in &mut self.replicas {
            Arc::make_mut(replica).disconnect(connection);
        }
    }

    /// Whether a connection to the primary is open.
    pub fn is_open(&self, connection: ConnectionId) -> bool {
        self.primary.is_open(connection)
    }

    /// Whether a connection waits for an answer of the primary.
    pub fn is_blocked(&self, connection: ConnectionId) -> bool {
        self.primary.is_blocked(connection)
    }

    /// All keys that are alive on the primary; as [`State::keys`].
    pub fn keys(&self, now_ms: i64) -> impl Iterator<Item = KeyView<'_>> {
        self.primary.keys(now_ms)
    }

    /// A key on the primary; as [`State::key`].
    pub fn key(&self, db: usize, key: &[u8], now_ms: i64) -> Option<KeyView<'_>> {
        self.primary.key(db, key, now_ms)
    }

    /// Runs one command on the primary; as [`State::submit`].
    pub fn submit(
        &mut self,
        host: &ScriptHost,
        connection: ConnectionId,
        words: &[&[u8]],
        now_ms: i64,
        output: &mut Output,
    ) {
        self.primary.submit(host, connection, words, now_ms, output);
    }

    /// Runs one command on a replica, if there is one with this index. What
    /// writes is refused; keys whose time is over are not there, though only the
    /// primary removes them.
    pub fn submit_to_replica(
        &mut self,
        host: &ScriptHost,
        replica: usize,
        (connection, words): (ConnectionId, &[&[u8]]),
        now_ms: i64,
        output: &mut Output,
    ) {
        let Some(replica) = self.replicas.get_mut(replica) else { return };
        let replica = Arc::make_mut(replica);
        let (databases, events) = (replica.databases.clone(), output.events.len());
        replica.submit(host, connection, words, now_ms, output);
        // Looking has removed what was over; here that is the primary's business.
        replica.databases = databases;
        output.events.truncate(events);
    }

    /// Does what time alone brings about on the primary; as [`State::advance`].
    /// Replicas get that as writes.
    pub fn advance(&mut self, host: &ScriptHost, now_ms: i64, output: &mut Output) {
        self.primary.advance(host, now_ms, output);
    }

    /// The next moment at which [`ReplicaSet::advance`] would do something.
    pub fn next_deadline_ms(&self) -> Option<i64> {
        self.primary.next_deadline_ms()
    }

    /// How many writes the replica still lacks; 0 for one that is not there.
    pub fn lag(&self, replica: usize) -> usize {
        self.primary.primary_ref().map_or(0, |primary| primary.lag(replica))
    }

    /// Brings the next writes to the replica, so many or as many as it lacks,
    /// and their acknowledgement to the primary, where that may be the answer to
    /// a `WAIT`. Does nothing for a replica that is not there.
    pub fn replicate(
        &mut self,
        host: &ScriptHost,
        replica: usize,
        writes: usize,
        now_ms: i64,
        output: &mut Output,
    ) {
        // Who has waited long enough by now is not served any more.
        if self.primary.blocked.next_timeout_ms().is_some_and(|at_ms| at_ms <= now_ms) {
            self.primary.advance(host, now_ms, output);
        }
        let Some(primary) = self.primary.primary_ref() else { return };
        let writes = primary.next_writes(replica, writes);
        let Some(state) = self.replicas.get_mut(replica).filter(|_| !writes.is_empty()) else {
            return;
        };
        let state = Arc::make_mut(state);
        writes.iter().for_each(|write| state.apply(write));
        self.primary.acknowledge(host, replica, writes.len(), now_ms, output);
    }

    /// Makes the replica the primary from now on, with what it has. The old
    /// primary becomes a replica under its index, and all replicas begin anew
    /// with what the new primary has: writes that had not arrived are lost.
    ///
    /// Every connection that was open is open again on the new primary, and
    /// fresh. Answers those that were blocked on the old one: they are
    /// disconnected without an answer. Keys whose time is over by now go at once.
    /// Does nothing where there is no such replica.
    pub fn promote(
        &mut self,
        host: &ScriptHost,
        replica: usize,
        now_ms: i64,
        output: &mut Output,
    ) -> Vec<ConnectionId> {
        let Some(promoted) = self.replicas.get_mut(replica) else { return Vec::new() };
        let old = Arc::make_mut(promoted);
        std::mem::swap(&mut self.primary, old);
        let cut_off = old.restart(Keep::Everything);
        self.primary.reopen(old.connections.keys().copied().collect());
        self.primary.replication = None;
        self.primary.advance(host, now_ms, output);
        self.resynchronise();
        cut_off
    }

    /// Restarts the primary; as [`State::restart`]. The replicas begin anew with
    /// what it has then, be that nothing. Answers the connections that were
    /// blocked: they are disconnected without an answer.
    pub fn restart(&mut self, keep: Keep<'_>) -> Vec<ConnectionId> {
        let cut_off = self.primary.restart(keep);
        self.resynchronise();
        cut_off
    }

    /// Moves every moment earlier by so much, at every server and in what is on
    /// its way; as [`State::shift`].
    pub fn shift(&mut self, earlier_by_ms: i64, holds_times: &dyn Fn(&[u8]) -> bool) {
        if earlier_by_ms == 0 {
            return;
        }
        self.primary.shift(earlier_by_ms, holds_times);
        for replica in &mut self.replicas {
            Arc::make_mut(replica).shift(earlier_by_ms, holds_times);
        }
    }

    /// Gives every replica what the primary has, with nothing on its way.
    fn resynchronise(&mut self) {
        self.primary.replication = Replication::primary(self.replicas.len());
        for replica in &mut self.replicas {
            Arc::make_mut(replica).follow(&self.primary);
        }
    }
}
