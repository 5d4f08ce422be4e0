//! Hashes.

use super::OrderedMap;
use lockstep_resp::Blob;

/// More fields than these are no listpack (`hash-max-listpack-entries`).
const MAX_LISTPACK_ENTRIES: usize = 512;
/// A field or value of more bytes is in no listpack (`hash-max-listpack-value`).
const MAX_LISTPACK_LENGTH: usize = 64;

/// Fields with their values, in the order in which the fields came.
///
/// That is how Redis walks a small hash, which it keeps as a listpack; a big
/// one it walks in an order that differs from run to run. A hash that has ever
/// been big stays so until its key ends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Hash {
    fields: OrderedMap<Blob>,
    is_hashtable: bool,
}

impl Hash {
    pub(crate) fn len(&self) -> usize {
        self.fields.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// Whether Redis keeps it as a listpack, else as a hash table.
    pub(crate) fn is_listpack(&self) -> bool {
        !self.is_hashtable
    }

    pub(crate) fn contains(&self, field: &[u8]) -> bool {
        self.fields.contains(field)
    }

    pub(crate) fn get(&self, field: &[u8]) -> Option<&Blob> {
        self.fields.get(field)
    }

    /// Gives a field a value; the one that it had comes back.
    pub(crate) fn insert(&mut self, field: &[u8], value: Blob) -> Option<Blob> {
        let length = field.len().max(value.len());
        let before = self.fields.insert(field, value);
        self.is_hashtable |= length > MAX_LISTPACK_LENGTH || self.len() > MAX_LISTPACK_ENTRIES;
        before
    }

    /// Takes a field out; the value that it had comes back.
    pub(crate) fn remove(&mut self, field: &[u8]) -> Option<Blob> {
        self.fields.remove(field)
    }

    /// The fields and values in the order in which the fields came.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Blob, &Blob)> {
        self.fields.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listpack_is_small_and_a_hash_that_was_big_stays_big() {
        let check = |field: &[u8], value: &[u8], is_listpack: bool| {
            let mut hash = Hash::default();
            hash.insert(field, Blob::from(value));
            assert_eq!(hash.is_listpack(), is_listpack);
            hash.remove(field);
            assert_eq!((hash.is_listpack(), hash.is_empty()), (is_listpack, true));
        };
        check(&[b'f'; 64], &[b'v'; 64], true);
        check(&[b'f'; 65], b"v", false);
        check(b"f", &[b'v'; 65], false);
    }

    #[test]
    fn a_listpack_holds_so_many_fields_and_no_more() {
        let mut hash = Hash::default();
        for field in 0..=MAX_LISTPACK_ENTRIES {
            assert!(hash.is_listpack(), "with {field} fields");
            hash.insert(field.to_string().as_bytes(), Blob::default());
        }
        assert!(!hash.is_listpack());
    }
}
