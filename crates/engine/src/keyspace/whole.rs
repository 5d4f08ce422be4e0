//! Keys as a whole: looking without touching, taking out, how long ago.

use super::{Bytes, Database, Entry, Keyspace, Name, Sought};
use crate::value::Value;
use lockstep_resp::Blob;
use std::hash::{Hash, Hasher};

/// The Unix second in which a command last looked at a key.
///
/// Only `OBJECT IDLETIME` tells it. It is no part of what a state is: two
/// states that differ only in who looked at what when count as equal, since
/// nothing that goes through states would ever find one again otherwise.
#[derive(Clone, Copy, Debug)]
pub(super) struct LastAccess(i64);

impl LastAccess {
    pub(super) fn at(now_ms: i64) -> Self {
        Self(now_ms.div_euclid(1000))
    }

    /// Moves it earlier, to the second.
    pub(super) fn shift(&mut self, by_ms: i64) {
        self.0 = self.0.saturating_sub(by_ms.div_euclid(1000));
    }
}

impl PartialEq for LastAccess {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for LastAccess {}

impl Hash for LastAccess {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The last millisecond at which a key is alive, if its time ever ends.
///
/// It takes eight bytes, not the sixteen of an `Option`: with them a node of the
/// map of keys would be too big for the fast lists of common allocators. No
/// deadline is the lowest of all numbers, since each lies behind some moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ExpireAt(i64);

impl ExpireAt {
    pub(super) const NEVER: Self = Self(i64::MIN);

    pub(super) fn get(self) -> Option<i64> {
        (self != Self::NEVER).then_some(self.0)
    }
}

impl From<Option<i64>> for ExpireAt {
    fn from(at_ms: Option<i64>) -> Self {
        at_ms.map_or(Self::NEVER, Self)
    }
}

impl Database {
    /// What there is at the key.
    #[inline]
    pub(super) fn entry(&self, key: &[u8]) -> Option<&Entry> {
        self.entries.get(&Bytes::new(key) as &dyn Sought)
    }

    /// What there is at the key, to be changed.
    #[inline]
    pub(super) fn entry_mut(&mut self, key: &[u8]) -> Option<&mut Entry> {
        self.entries.get_mut(&Bytes::new(key) as &dyn Sought)
    }

    /// Takes out what there is at the key; its deadline stays.
    #[inline]
    pub(super) fn remove_entry(&mut self, key: &[u8]) -> Option<(Name, Entry)> {
        self.entries.remove_entry(&Bytes::new(key) as &dyn Sought)
    }
}

impl Keyspace<'_> {
    /// The value, if the key is alive, without this being a look at it.
    pub(crate) fn peek(&mut self, key: &[u8]) -> Option<&Value> {
        self.expire_if_needed(key);
        self.db.entry(key).map(|entry| &entry.value)
    }

    /// For how many seconds no command has looked at the key, if it is alive.
    pub(crate) fn idle_s(&mut self, key: &[u8]) -> Option<i64> {
        self.expire_if_needed(key);
        let LastAccess(second) = self.db.entry(key)?.last_access;
        // The clock may have been set back meanwhile.
        Some((self.now_ms.div_euclid(1000) - second).max(0))
    }

    /// The keys that are alive with their values, in the order of names.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&Blob, &Value)> {
        let alive = self.db.entries.iter().filter(|(_, entry)| entry.is_alive(self.now_ms));
        alive.map(|(key, entry)| (key.blob(), &entry.value))
    }

    /// Removes a key; answers its value and the last millisecond at which it
    /// would have been alive. Notifies nothing.
    pub(crate) fn take(&mut self, key: &[u8]) -> Option<(Value, Option<i64>)> {
        self.expire_if_needed(key);
        let (key, Entry { value, expire_at_ms, .. }) = self.db.remove_entry(key)?;
        let expire_at_ms = expire_at_ms.get();
        self.db.move_deadline(key.blob(), expire_at_ms, None);
        Some((value, expire_at_ms))
    }
}
