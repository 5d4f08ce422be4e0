//! The only door to keys: look-up, writing, expiry. The verbs are Redis's.

mod image;
mod name;
mod whole;

pub(crate) use image::Image;

use crate::CommandError;
use crate::output::KeyEvent;
use crate::queue::Queue;
use crate::state::KeyView;
use crate::value::{Kind, Value};
use lockstep_resp::Blob;
use name::{Bytes, Name, Sought};
use std::collections::{BTreeMap, BTreeSet, btree_map};
use whole::{ExpireAt, LastAccess};

/// One database: keys in the order of their names, and when they end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Database {
    entries: BTreeMap<Name, Entry>,
    /// The same deadlines as in `entries`, soonest first.
    expires: BTreeSet<(i64, Name)>,
}

/// `expires` follows from `entries`, so it adds nothing to the hash.
impl std::hash::Hash for Database {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        self.entries.hash(hasher);
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Entry {
    value: Value,
    expire_at_ms: ExpireAt,
    last_access: LastAccess,
}

/// What becomes of a key's expiry when its value is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expire {
    /// The key lives for ever.
    Never,
    /// It keeps the expiry that it had.
    Keep,
    /// It is alive up to and including this Unix millisecond.
    AtMs(i64),
}

impl Expire {
    fn after(self, before: Option<i64>) -> Option<i64> {
        match self {
            Self::Never => None,
            Self::Keep => before,
            Self::AtMs(at) => Some(at),
        }
    }
}

impl Database {
    /// The first millisecond at which the next key will be gone.
    pub(crate) fn next_deadline_ms(&self) -> Option<i64> {
        self.expires.first().and_then(|&(at, _)| at.checked_add(1))
    }

    /// The keys alive at `now_ms`, without touching any.
    pub(crate) fn view(&self, db: usize, now_ms: i64) -> impl Iterator<Item = KeyView<'_>> {
        let alive = self.entries.iter().filter(move |(_, e)| e.is_alive(now_ms));
        alive.map(move |(key, entry)| entry.view(db, key.blob()))
    }

    /// One key if it is alive at `now_ms`, without touching it.
    pub(crate) fn view_key(&self, db: usize, key: &[u8], now_ms: i64) -> Option<KeyView<'_>> {
        let (key, entry) = self.entries.get_key_value(&Bytes::new(key) as &dyn Sought)?;
        entry.is_alive(now_ms).then(|| entry.view(db, key.blob()))
    }

    /// How many keys there are, those included whose time is over.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// How many of them have an expiry.
    pub(crate) fn expires_len(&self) -> usize {
        self.expires.len()
    }

    /// What is at the key, be its time over or not.
    pub(crate) fn value(&self, key: &[u8]) -> Option<&Value> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// Whether the key's time is over though nothing has removed it.
    pub(crate) fn is_expired(&self, key: &[u8], now_ms: i64) -> bool {
        self.entry(key).is_some_and(|entry| !entry.is_alive(now_ms))
    }

    fn move_deadline(&mut self, key: &Blob, before: Option<i64>, after: Option<i64>) {
        if before == after {
            return;
        }
        if let Some(at) = before {
            self.expires.remove(&(at, Name::new(key.clone())));
        }
        if let Some(at) = after {
            self.expires.insert((at, Name::new(key.clone())));
        }
    }
}

impl Entry {
    /// A key lives at its exact deadline and is gone after it (`now > when`).
    fn is_alive(&self, now_ms: i64) -> bool {
        self.expire_at_ms.get().is_none_or(|at| now_ms <= at)
    }

    fn view<'a>(&'a self, db: usize, key: &'a Blob) -> KeyView<'a> {
        let (type_name, value) = (self.value.type_name(), self.value.summary());
        KeyView { db, key, type_name, value, expire_at_ms: self.expire_at_ms.get() }
    }
}

/// A database at a moment: what commands work on.
pub(crate) struct Keyspace<'a> {
    db: &'a mut Database,
    index: usize,
    now_ms: i64,
    events: &'a mut Vec<KeyEvent>,
    waiting: &'a mut Queue,
}

impl<'a> Keyspace<'a> {
    pub(crate) fn new(
        db: &'a mut Database,
        index: usize,
        now_ms: i64,
        events: &'a mut Vec<KeyEvent>,
        waiting: &'a mut Queue,
    ) -> Self {
        Self { db, index, now_ms, events, waiting }
    }

    /// The value to read; a key whose time is over is removed first.
    pub(crate) fn lookup_key_read(&mut self, key: &[u8]) -> Option<&Value> {
        self.lookup_key_write(key).map(|value| &*value)
    }

    /// The value to change in place; the caller notifies what it did.
    pub(crate) fn lookup_key_write(&mut self, key: &[u8]) -> Option<&mut Value> {
        self.expire_if_needed(key);
        let entry = self.db.entry_mut(key)?;
        entry.last_access = LastAccess::at(self.now_ms);
        Some(&mut entry.value)
    }

    /// The value of a kind to read; WRONGTYPE if it is of another.
    pub(crate) fn read<T: Kind>(&mut self, key: &[u8]) -> Result<Option<&T>, CommandError> {
        self.lookup_key_read(key).map(T::expect).transpose()
    }

    /// The value of a kind to change in place; WRONGTYPE if it is of another.
    /// Whoever takes elements out calls [`Keyspace::delete_if_exhausted`] after.
    pub(crate) fn write<T: Kind>(&mut self, key: &[u8]) -> Result<Option<&mut T>, CommandError> {
        self.lookup_key_write(key).map(T::expect_mut).transpose()
    }

    /// As [`Keyspace::write`]; a key that is not there is made, empty. Whoever
    /// calls this puts something in.
    pub(crate) fn write_or_create<T: Kind>(&mut self, key: &Blob) -> Result<&mut T, CommandError> {
        self.expire_if_needed(key);
        let last_access = LastAccess::at(self.now_ms);
        let entry = match self.db.entries.entry(Name::new(key.clone())) {
            btree_map::Entry::Occupied(there) => there.into_mut(),
            btree_map::Entry::Vacant(free) => {
                let value = T::empty();
                self.waiting.note(self.index, key, &value);
                free.insert(Entry { value, expire_at_ms: ExpireAt::NEVER, last_access })
            }
        };
        entry.last_access = last_access;
        T::expect_mut(&mut entry.value)
    }

    /// Deletes the key if nothing is left in its value, and notifies that;
    /// answers whether it did.
    pub(crate) fn delete_if_exhausted(&mut self, key: &[u8]) -> bool {
        let exhausted = self.db.entry(key).is_some_and(|entry| entry.value.is_exhausted());
        if exhausted {
            self.remove(key);
            self.notify("del", key);
        }
        exhausted
    }

    /// The names of all keys that are alive, in order.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &Blob> {
        let alive = self.db.entries.iter().filter(|(_, entry)| entry.is_alive(self.now_ms));
        alive.map(|(key, _)| key.blob())
    }

    /// Whether the key is alive.
    pub(crate) fn exists(&mut self, key: &[u8]) -> bool {
        self.peek(key).is_some()
    }

    /// Writes a value whatever was there. Notifies nothing: the command knows
    /// under which name it wrote.
    pub(crate) fn set_key(&mut self, key: &Blob, value: Value, expire: Expire) {
        self.expire_if_needed(key);
        let last_access = LastAccess::at(self.now_ms);
        let (before, after) = match self.db.entries.entry(Name::new(key.clone())) {
            btree_map::Entry::Occupied(mut there) => {
                let before = there.get().expire_at_ms.get();
                let after = expire.after(before);
                there.insert(Entry { value, expire_at_ms: after.into(), last_access });
                (before, after)
            }
            btree_map::Entry::Vacant(free) => {
                let after = expire.after(None);
                self.waiting.note(self.index, key, &value);
                free.insert(Entry { value, expire_at_ms: after.into(), last_access });
                (None, after)
            }
        };
        self.db.move_deadline(key, before, after);
    }

    /// Removes a key; answers its name if it was there. Notifies nothing.
    pub(crate) fn delete(&mut self, key: &[u8]) -> Option<Blob> {
        self.expire_if_needed(key);
        self.remove(key)
    }

    /// The last millisecond at which the key is alive; `None` for a key
    /// without expiry and for one that is not there.
    pub(crate) fn expire_at_ms(&mut self, key: &[u8]) -> Option<i64> {
        self.expire_if_needed(key);
        self.db.entry(key)?.expire_at_ms.get()
    }

    /// Gives an existing key an expiry, or takes it away.
    pub(crate) fn set_expire(&mut self, key: &[u8], expire_at_ms: Option<i64>) {
        let Some(entry) = self.db.entry_mut(key) else { return };
        let before = std::mem::replace(&mut entry.expire_at_ms, expire_at_ms.into());
        self.db.move_deadline(&Blob::from(key), before.get(), expire_at_ms);
    }

    /// How many keys there are, those included whose time is over but which
    /// nobody has touched, as in Redis.
    pub(crate) fn len(&self) -> usize {
        self.db.entries.len()
    }

    /// Tells what happened to a key, under Redis's name for it.
    pub(crate) fn notify(&mut self, name: &'static str, key: impl Into<Blob>) {
        let (at_ms, db, key) = (self.now_ms, self.index, key.into());
        self.events.push(KeyEvent { at_ms, db, key, name });
    }

    /// Removes every key whose time is over, soonest first.
    pub(crate) fn expire_due(&mut self) {
        while let Some((at, key)) = self.db.expires.first() {
            if *at >= self.now_ms {
                break;
            }
            let key = key.blob().clone();
            self.expire_if_needed(&key);
        }
    }

    fn expire_if_needed(&mut self, key: &[u8]) {
        // Mostly no key at all is due, which one look at the soonest tells.
        if self.db.expires.first().is_none_or(|&(at, _)| self.now_ms <= at) {
            return;
        }
        let Some(entry) = self.db.entry(key) else { return };
        let at = entry.expire_at_ms.get().filter(|_| !entry.is_alive(self.now_ms));
        let Some(at) = at else { return };
        let Some(key) = self.remove(key) else { return };
        let (at_ms, db) = (at.saturating_add(1), self.index);
        self.events.push(KeyEvent { at_ms, db, key, name: "expired" });
    }

    fn remove(&mut self, key: &[u8]) -> Option<Blob> {
        let (key, entry) = self.db.remove_entry(key)?;
        let Some(at) = entry.expire_at_ms.get() else { return Some(key.into_blob()) };
        let deadline = (at, key);
        self.db.expires.remove(&deadline);
        Some(deadline.1.into_blob())
    }
}
