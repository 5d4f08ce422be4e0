//! What can be seen of a node.

use super::{Node, Server};
use crate::{Cast, ClientIndex, Clients, LockIndex};
use lockstep_engine::KeyView;

impl Node {
    /// How many writes a replica still lacks.
    pub fn lag(&self, replica: usize) -> usize {
        match &self.server {
            Server::Alone(_) => 0,
            Server::Replicated(set) => set.lag(replica),
        }
    }

    /// The locks without an expiry whose owners have come to their ends.
    pub(crate) fn immortal_locks(
        &self,
        cast: &Cast,
        ended: Clients,
        now_ms: i64,
    ) -> Vec<(LockIndex, ClientIndex)> {
        let owners = self.owners.iter().filter(|(_, owner)| ended.contains(**owner));
        let immortal = owners.filter(|(lock, _)| {
            let key = self.lock_key(cast, **lock, now_ms);
            key.is_some_and(|key| key.expire_at_ms.is_none())
        });
        immortal.map(|(lock, owner)| (*lock, *owner)).collect()
    }

    /// The key of a lock, if it is there.
    pub(crate) fn lock_key(
        &self,
        cast: &Cast,
        lock: LockIndex,
        now_ms: i64,
    ) -> Option<KeyView<'_>> {
        let key = &cast.locks.get(lock.0)?.lock.key;
        self.state().key(0, key, now_ms.saturating_add(self.ahead_ms))
    }

    /// The keys that are alive, by database and name.
    pub fn keys(&self, now_ms: i64) -> impl Iterator<Item = KeyView<'_>> {
        self.state().keys(now_ms.saturating_add(self.ahead_ms))
    }

    /// Who wrote the key of a lock that is there.
    pub fn owner(&self, lock: LockIndex) -> Option<ClientIndex> {
        self.owners.get(&lock).copied()
    }

    /// Whether nobody reaches it.
    pub fn is_down(&self) -> bool {
        self.down
    }

    /// How far its clock is ahead of the world's, in milliseconds.
    pub fn ahead_ms(&self) -> i64 {
        self.ahead_ms
    }

    /// Who cannot reach it.
    pub fn cut(&self) -> Clients {
        self.cut
    }
}
