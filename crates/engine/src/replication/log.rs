//! The writes that some replica still lacks.

use crate::databases::Databases;
use crate::keyspace::{Database, Image};
use crate::output::KeyEvent;
use crate::{ConnectionId, State};
use lockstep_resp::Blob;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// What one command, script or transaction left behind: of each key that it
/// touched all that there was afterwards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Write {
    /// Databases that were emptied or exchanged, as a whole.
    pub(super) databases: BTreeMap<usize, Database>,
    /// Keys of the others.
    pub(super) keys: BTreeMap<(usize, Blob), Image>,
}

/// What a primary remembers of its replicas, of which there is at least one.
///
/// All positions count from the front of the log, where nothing stands that
/// every replica has: two primaries that differ only in what was long ago are
/// equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Primary {
    log: VecDeque<Arc<Write>>,
    /// Of each replica, how many writes of the log it has.
    applied: Vec<usize>,
    /// Of each connection, how many writes of the log there were after its last
    /// command; who is not here has none of them to wait for.
    offsets: BTreeMap<ConnectionId, usize>,
    /// Databases that the present command has emptied or exchanged, of which
    /// some were empty before and after that; `None` when it has done neither.
    replaced: Option<BTreeSet<usize>>,
}

impl Primary {
    pub(super) fn new(replicas: usize) -> Self {
        let (log, offsets) = (VecDeque::new(), BTreeMap::new());
        Self { log, applied: vec![0; replicas], offsets, replaced: None }
    }

    pub(super) fn replicas(&self) -> usize {
        self.applied.len()
    }

    /// How many writes the replica still lacks.
    pub(super) fn lag(&self, replica: usize) -> usize {
        self.applied.get(replica).map_or(0, |applied| self.log.len() - applied)
    }

    /// The next writes that the replica lacks, so many at most.
    pub(super) fn next_writes(&self, replica: usize, writes: usize) -> Vec<Arc<Write>> {
        let from = self.applied.get(replica).copied().unwrap_or(self.log.len());
        self.log.iter().skip(from).take(writes).cloned().collect()
    }

    /// Notes that the replica has so many writes more.
    pub(super) fn acknowledge(&mut self, replica: usize, writes: usize) {
        if let Some(applied) = self.applied.get_mut(replica) {
            *applied = (*applied + writes).min(self.log.len());
        }
    }

    /// How much of the log there was after the last command of a connection.
    pub(super) fn offset(&self, connection: ConnectionId) -> usize {
        self.offsets.get(&connection).copied().unwrap_or(0)
    }

    /// Notes that this was the last command of a connection up to now.
    pub(super) fn set_offset(&mut self, connection: ConnectionId) {
        if self.log.is_empty() {
            self.offsets.remove(&connection);
        } else {
            self.offsets.insert(connection, self.log.len());
        }
    }

    pub(super) fn forget(&mut self, connection: ConnectionId) {
        self.offsets.remove(&connection);
    }

    /// How many replicas have the log up to an offset.
    pub(super) fn acknowledged(&self, offset: usize) -> i64 {
        let count = self.applied.iter().filter(|&&applied| applied >= offset).count();
        i64::try_from(count).unwrap_or(i64::MAX)
    }

    /// Drops what every replica has; answers how many writes that were.
    pub(super) fn trim(&mut self) -> usize {
        let gone = self.applied.iter().min().copied().unwrap_or(self.log.len());
        self.log.drain(..gone);
        self.applied.iter_mut().for_each(|applied| *applied -= gone);
        self.offsets.retain(|_, offset| {
            *offset = offset.saturating_sub(gone);
            *offset > 0
        });
        gone
    }

    /// Writes down what happened, if anything did.
    pub(super) fn append(&mut self, databases: &Databases, events: &[KeyEvent]) {
        let replaced = self.replaced.take();
        if events.is_empty() && replaced.is_none() {
            return;
        }
        let mut write = Write::default();
        for db in replaced.unwrap_or_default() {
            write.databases.insert(db, databases.get(db).cloned().unwrap_or_default());
        }
        for KeyEvent { db, key, .. } in events {
            if !write.databases.contains_key(db) {
                let image = || databases.get(*db).map_or(Image::ABSENT, |db| db.image(key));
                write.keys.entry((*db, key.clone())).or_insert_with(image);
            }
        }
        self.log.push_back(Arc::new(write));
    }

    /// Moves every moment in the log earlier; see [`State::shift`].
    pub(super) fn shift(&mut self, by_ms: i64, holds_times: &dyn Fn(&[u8]) -> bool) {
        for write in &mut self.log {
            Arc::make_mut(write).shift(by_ms, holds_times);
        }
    }
}

impl State {
    /// Forgets how far the log was for a connection that is closed.
    pub(crate) fn forget_offset(&mut self, connection: ConnectionId) {
        if let Some(primary) = self.primary_mut() {
            primary.forget(connection);
        }
    }

    /// Moves every moment in the log earlier; see [`State::shift`].
    pub(crate) fn shift_log(&mut self, by_ms: i64, holds_times: &dyn Fn(&[u8]) -> bool) {
        if let Some(primary) = self.primary_mut() {
            primary.shift(by_ms, holds_times);
        }
    }

    /// Notes that a database is about to be emptied, or to be `replaced_with`
    /// another: keys notify nothing of that. It is a write even if there is
    /// nothing in them, as in Redis.
    pub(crate) fn note_replaced(&mut self, db: usize, replaced_with: Option<usize>) {
        let Some(primary) = self.primary_mut() else { return };
        let mut replaced = primary.replaced.take().unwrap_or_default();
        let holds = |db: usize| self.databases.get(db).is_some_and(|db| db.len() > 0);
        if holds(db) || replaced_with.is_some_and(holds) {
            replaced.insert(db);
        }
        if let Some(primary) = self.primary_mut() {
            primary.replaced = Some(replaced);
        }
    }
}
