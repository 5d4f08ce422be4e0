//! The names of keys as maps compare them: eight bytes at a time, the first of
//! which stand in the map itself.

use lockstep_resp::Blob;
use std::borrow::Borrow;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// The name of a key that is there. The order is that of the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Name {
    /// What most comparisons look at, without going to the bytes.
    head: u64,
    bytes: Blob,
}

impl Name {
    pub(super) fn new(bytes: Blob) -> Self {
        Self { head: head(&bytes), bytes }
    }

    pub(super) fn blob(&self) -> &Blob {
        &self.bytes
    }

    pub(super) fn into_blob(self) -> Blob {
        self.bytes
    }
}

/// The head follows from the bytes, so it adds nothing to the hash.
impl Hash for Name {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.bytes.hash(hasher);
    }
}

/// The name of a key that is there or not.
pub(super) trait Sought {
    fn head(&self) -> u64;
    fn bytes(&self) -> &[u8];
}

impl Sought for Name {
    #[inline]
    fn head(&self) -> u64 {
        self.head
    }

    #[inline]
    fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The name of a key to be looked up.
pub(super) struct Bytes<'a> {
    head: u64,
    bytes: &'a [u8],
}

impl<'a> Bytes<'a> {
    #[inline]
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { head: head(bytes), bytes }
    }
}

impl Sought for Bytes<'_> {
    #[inline]
    fn head(&self) -> u64 {
        self.head
    }

    #[inline]
    fn bytes(&self) -> &[u8] {
        self.bytes
    }
}

impl<'a> Borrow<dyn Sought + 'a> for Name {
    #[inline]
    fn borrow(&self) -> &(dyn Sought + 'a) {
        self
    }
}

impl Ord for dyn Sought + '_ {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        let by_head = self.head().cmp(&other.head());
        if by_head.is_ne() { by_head } else { order_behind_head(self.bytes(), other.bytes()) }
    }
}

impl PartialOrd for dyn Sought + '_ {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for dyn Sought + '_ {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for dyn Sought + '_ {}

impl Ord for Name {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        let by_head = self.head.cmp(&other.head);
        if by_head.is_ne() { by_head } else { order_behind_head(&self.bytes, &other.bytes) }
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The order of what begins with the same [`head`].
#[inline(never)]
fn order_behind_head(mut one: &[u8], mut other: &[u8]) -> Ordering {
    loop {
        let behind = one.split_first_chunk::<8>().zip(other.split_first_chunk::<8>());
        let Some(((_, behind_one), (_, behind_other))) = behind else {
            // The shorter is where the other begins: only zeros stand behind it.
            return one.len().cmp(&other.len());
        };
        (one, other) = (behind_one, behind_other);
        let by_head = head(one).cmp(&head(other));
        if by_head.is_ne() {
            return by_head;
        }
    }
}

/// The first eight bytes, zeros where there are no more, as a number that has
/// their order.
#[inline]
fn head(bytes: &[u8]) -> u64 {
    if let Some(eight) = bytes.first_chunk() {
        return u64::from_be_bytes(*eight);
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        // The last four may begin in the first four: those are shifted out.
        let (first, last) = (u32::from_be_bytes(*first), u32::from_be_bytes(*last));
        let missing = 8 * (8 - bytes.len());
        return u64::from(first) << 32 | (u64::from(last) << missing & u64::from(u32::MAX));
    }
    let place = |at: usize| bytes.get(at).map_or(0, |&byte| u64::from(byte) << (56 - 8 * at));
    place(0) | place(1) | place(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_the_order_of_their_bytes() {
        // Every length around one and two heads, with zeros where they matter.
        let mut names: Vec<Vec<u8>> = vec![Vec::new()];
        for len in 1..=18 {
            for end in [0, 1, b'a', 0xFF] {
                for inner in [0, b'a', 0xFF] {
                    let mut name = vec![inner; len];
                    name[len - 1] = end;
                    names.push(name);
                }
            }
        }
        for one in &names {
            for other in &names {
                let (sought, there) = (Bytes::new(one), Name::new(other[..].into()));
                let order = (&sought as &dyn Sought).cmp(there.borrow());
                assert_eq!(order, one.cmp(other), "{one:?} {other:?}");
                assert_eq!(Name::new(one[..].into()).cmp(&there), order, "{one:?} {other:?}");
            }
        }
    }
}
