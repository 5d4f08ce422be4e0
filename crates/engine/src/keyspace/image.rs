//! Keys with all that belongs to them, to be put into another database, and
//! moved in time.

use super::{Database, Entry, Name};
use crate::value::Value;
use lockstep_resp::Blob;

/// All that there is at a key; nothing if it is not there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Image(Option<Entry>);

impl Image {
    /// What there is at a key that is not there.
    pub(crate) const ABSENT: Self = Self(None);

    /// Moves its expiry earlier, and times that its value holds.
    pub(crate) fn shift(&mut self, by_ms: i64, holds_times: bool) {
        if let Some(entry) = &mut self.0 {
            entry.shift(by_ms, holds_times);
        }
    }
}

impl Database {
    /// All that there is at the key, be its time over or not.
    pub(crate) fn image(&self, key: &[u8]) -> Image {
        Image(self.entry(key).cloned())
    }

    /// Puts there what another database had at the key.
    pub(crate) fn restore(&mut self, key: &Blob, image: Image) {
        let after = image.0.as_ref().and_then(|entry| entry.expire_at_ms.get());
        let before = match image.0 {
            Some(entry) => self.entries.insert(Name::new(key.clone()), entry),
            None => self.remove_entry(key).map(|(_, entry)| entry),
        };
        let before = before.and_then(|entry| entry.expire_at_ms.get());
        self.move_deadline(key, before, after);
    }

    /// Moves every expiry earlier, and the times in the values of those keys
    /// that hold some.
    pub(crate) fn shift(&mut self, by_ms: i64, holds_times: &dyn Fn(&[u8]) -> bool) {
        for (key, entry) in &mut self.entries {
            entry.shift(by_ms, holds_times(key.blob()));
        }
        // Afresh from the entries, where a time too early to tell stays in range.
        let deadline =
            |(key, entry): (&Name, &Entry)| Some((entry.expire_at_ms.get()?, key.clone()));
        self.expires = self.entries.iter().filter_map(deadline).collect();
    }
}

impl Entry {
    fn shift(&mut self, by_ms: i64, holds_times: bool) {
        // The lowest of all numbers stands for no expiry.
        let earlier = |at: i64| at.saturating_sub(by_ms).max(i64::MIN + 1);
        self.expire_at_ms = self.expire_at_ms.get().map(earlier).into();
        self.last_access.shift(by_ms);
        if holds_times {
            match &mut self.value {
                Value::String(string) => string.shift(by_ms),
                Value::SortedSet(members) => members.shift(by_ms),
                Value::List(_) | Value::Hash(_) | Value::Set(_) => {}
            }
        }
    }
}
