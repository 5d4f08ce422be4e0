//! Who waits for which keys, and until when.

use crate::ConnectionId;
use crate::connection::Blocked;
use crate::value::Value;
use lockstep_resp::Blob;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::{Hash, Hasher};

/// Everybody who is blocked.
///
/// As in Redis 7.0, somebody is served only when a key comes into being that
/// holds a list or a sorted set, not when one becomes that by being overwritten.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Queue {
    /// How many are blocked, be it for a key or not.
    count: usize,
    /// Of each key, by database, who waits for it; who came first is in front.
    by_key: BTreeMap<(usize, Blob), Vec<ConnectionId>>,
    /// The last milliseconds of waiting, soonest first.
    deadlines: BTreeSet<(i64, ConnectionId)>,
    /// The keys that have come and somebody waits for, in the order in which they
    /// came; empty when a command is over.
    ready: VecDeque<(usize, Blob)>,
    /// The key for which a blocked command is being tried again.
    pub(crate) came: Option<Blob>,
}

/// The count and the deadlines follow from the connections, so they add nothing
/// to the hash.
impl Hash for Queue {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Self { count: _, by_key, deadlines: _, ready, came } = self;
        (by_key, ready, came).hash(hasher);
    }
}

impl Queue {
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(crate) fn push(&mut self, connection: ConnectionId, blocked: &Blocked) {
        self.count += 1;
        self.deadlines.extend(blocked.deadline_ms.map(|at| (at, connection)));
        for key in &blocked.keys {
            let waiting = self.by_key.entry((blocked.db, key.clone())).or_default();
            // A key can be told twice.
            if waiting.last() != Some(&connection) {
                waiting.push(connection);
            }
        }
    }

    pub(crate) fn remove(&mut self, connection: ConnectionId, blocked: &Blocked) {
        self.count -= 1;
        if let Some(at) = blocked.deadline_ms {
            self.deadlines.remove(&(at, connection));
        }
        for key in &blocked.keys {
            let key = (blocked.db, key.clone());
            let Some(waiting) = self.by_key.get_mut(&key) else { continue };
            waiting.retain(|other| *other != connection);
            if waiting.is_empty() {
                self.by_key.remove(&key);
            }
        }
    }

    /// Notes that a key has come into being with this value.
    pub(crate) fn note(&mut self, db: usize, key: &Blob, value: &Value) {
        if self.by_key.is_empty() || !matches!(value, Value::List(_) | Value::SortedSet(_)) {
            return;
        }
        let key = (db, key.clone());
        if self.by_key.contains_key(&key) && !self.ready.contains(&key) {
            self.ready.push_back(key);
        }
    }

    /// The keys of a database that somebody waits for.
    pub(crate) fn keys(&self, db: usize) -> Vec<Blob> {
        let keys = self.by_key.keys().filter(|(other, _)| *other == db);
        keys.map(|(_, key)| key.clone()).collect()
    }

    /// The key that came next, and who waits for it.
    pub(crate) fn next_ready(&mut self) -> Option<(Blob, Vec<ConnectionId>)> {
        let key = self.ready.pop_front()?;
        let waiting = self.by_key.get(&key).cloned().unwrap_or_default();
        Some((key.1, waiting))
    }

    /// The first millisecond at which the next of them gives up.
    pub(crate) fn next_timeout_ms(&self) -> Option<i64> {
        self.deadlines.first().and_then(|(at, _)| at.checked_add(1))
    }

    /// Moves the ends of all waits earlier; see [`crate::State::shift`].
    pub(crate) fn shift(&mut self, by_ms: i64) {
        let deadlines = std::mem::take(&mut self.deadlines).into_iter();
        self.deadlines = deadlines.map(|(at, who)| (at.saturating_sub(by_ms), who)).collect();
    }

    /// Whose time is over at `now_ms`, soonest first.
    pub(crate) fn over(&self, now_ms: i64) -> Vec<ConnectionId> {
        let over = self.deadlines.iter().take_while(|(at, _)| *at < now_ms);
        over.map(|(_, connection)| *connection).collect()
    }
}
