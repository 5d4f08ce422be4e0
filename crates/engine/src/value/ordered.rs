//! A map that remembers in which order its keys came.

use lockstep_resp::Blob;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

/// A map that is walked in the order in which its keys came, as Redis walks a
/// small hash or set. Two maps are equal if they are walked alike.
#[derive(Clone, Debug)]
pub(crate) struct OrderedMap<V> {
    /// Each key with its place in `order`.
    slots: BTreeMap<Blob, (u64, V)>,
    order: BTreeMap<u64, Blob>,
}

impl<V> Default for OrderedMap<V> {
    fn default() -> Self {
        Self { slots: BTreeMap::new(), order: BTreeMap::new() }
    }
}

impl<V> OrderedMap<V> {
    pub(crate) fn len(&self) -> usize {
        self.slots.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    pub(crate) fn contains(&self, key: &[u8]) -> bool {
        self.slots.contains_key(key)
    }

    pub(crate) fn get(&self, key: &[u8]) -> Option<&V> {
        self.slots.get(key).map(|(_, value)| value)
    }

    /// Puts a value there; the one that was there before comes back, and the
    /// key keeps its place in the order.
    pub(crate) fn insert(&mut self, key: &[u8], value: V) -> Option<V> {
        if let Some((_, there)) = self.slots.get_mut(key) {
            return Some(std::mem::replace(there, value));
        }
        let place = self.order.last_key_value().map_or(0, |(place, _)| place + 1);
        let key = Blob::from(key);
        self.order.insert(place, key.clone());
        self.slots.insert(key, (place, value));
        None
    }

    pub(crate) fn remove(&mut self, key: &[u8]) -> Option<V> {
        let (place, value) = self.slots.remove(key)?;
        self.order.remove(&place);
        Some(value)
    }

    /// The keys and values in the order in which the keys came.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (&Blob, &V)> {
        self.order.values().filter_map(|key| self.slots.get(key).map(|(_, value)| (key, value)))
    }
}

impl<V: PartialEq> PartialEq for OrderedMap<V> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<V: Eq> Eq for OrderedMap<V> {}

impl<V: Hash> Hash for OrderedMap<V> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.len().hash(hasher);
        self.iter().for_each(|entry| entry.hash(hasher));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(keys: &[&str]) -> OrderedMap<()> {
        let mut map = OrderedMap::default();
        for key in keys {
            map.insert(key.as_bytes(), ());
        }
        map
    }

    #[test]
    fn keys_come_in_the_order_in_which_they_were_inserted() {
        let mut map = map(&["b", "a", "c"]);
        map.insert(b"b", ());
        map.remove(b"a");
        map.insert(b"a", ());
        let keys: Vec<_> = map.iter().map(|(key, _)| key.to_vec()).collect();
        assert_eq!(keys, [b"b", b"c", b"a"]);
    }

    #[test]
    fn maps_are_equal_if_they_are_walked_alike() {
        assert_ne!(map(&["a", "b"]), map(&["b", "a"]));
        let mut other = map(&["x", "a", "b"]);
        other.remove(b"x");
        assert_eq!(map(&["a", "b"]), other);
    }
}
