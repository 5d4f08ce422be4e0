//! What a write leaves of keys.

use super::Write;
use crate::State;
use crate::keyspace::Database;
use lockstep_resp::Blob;
use std::collections::BTreeSet;

impl State {
    /// Does to the keys what the write did on the primary. Nobody is told of it
    /// but those who watch them here.
    pub(super) fn apply(&mut self, write: &Write) {
        for (&db, contents) in &write.databases {
            self.touch_watched_where(|(other, _)| *other == db);
            self.databases.replace(db, contents.clone());
        }
        for ((db, key), image) in &write.keys {
            self.touch_watched_where(|watched| watched.0 == *db && watched.1 == *key);
            self.databases.get_mut(*db).restore(key, image.clone());
        }
    }

    /// Takes over all keys of its primary, as a replica that begins anew.
    pub(super) fn follow(&mut self, primary: &Self) {
        self.touch_watched_where(|_| true);
        self.databases = primary.databases.clone();
        self.random = primary.random.clone();
        self.replication = Some(Box::new(super::Replication::Replica));
    }

    fn touch_watched_where(&mut self, is_touched: impl Fn(&(usize, Blob)) -> bool) {
        let touched = self.watchers.iter().filter(|(key, _)| is_touched(key));
        let watchers: BTreeSet<_> = touched.flat_map(|(_, watchers)| watchers).copied().collect();
        for watcher in watchers {
            if let Some(open) = self.connections.get_mut(&watcher) {
                open.watched_key_touched = true;
            }
        }
    }
}

impl Write {
    /// Moves every moment in it earlier; see [`State::shift`].
    pub(crate) fn shift(&mut self, by_ms: i64, holds_times: &dyn Fn(&[u8]) -> bool) {
        self.databases.values_mut().for_each(|db: &mut Database| db.shift(by_ms, holds_times));
        for ((_, key), image) in &mut self.keys {
            image.shift(by_ms, holds_times(key));
        }
    }
}
