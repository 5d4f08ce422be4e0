//! Sets.

use super::OrderedMap;
use crate::args::parse_i64;
use lockstep_resp::Blob;
use std::collections::BTreeMap;

/// More integers than these are no intset (`set-max-intset-entries`).
const MAX_INTSET_ENTRIES: usize = 512;

/// Members.
///
/// As in Redis 7.0, some integers alone are kept and walked in numeric order,
/// and a set that has ever been anything else stays so until its key ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Set {
    /// Integers, each with its text.
    Intset(BTreeMap<i64, Blob>),
    /// Anything, in the order in which it came. Redis has an order here that
    /// differs from run to run.
    Hashtable(OrderedMap<()>),
}

impl Default for Set {
    fn default() -> Self {
        Self::Intset(BTreeMap::new())
    }
}

impl Set {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Intset(integers) => integers.len(),
            Self::Hashtable(members) => members.len(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn contains(&self, member: &[u8]) -> bool {
        match self {
            Self::Intset(integers) => {
                parse_i64(member).is_some_and(|integer| integers.contains_key(&integer))
            }
            Self::Hashtable(members) => members.contains(member),
        }
    }

    /// Adds a member; answers whether it is new.
    pub(crate) fn insert(&mut self, member: &[u8]) -> bool {
        let integers = match self {
            Self::Hashtable(members) => return members.insert(member, ()).is_none(),
            Self::Intset(integers) => integers,
        };
        let integer = parse_i64(member);
        if let Some(integer) = integer {
            if integers.contains_key(&integer) {
                return false;
            }
            if integers.len() < MAX_INTSET_ENTRIES {
                integers.insert(integer, Blob::from(member));
                return true;
            }
        }
        let mut members = OrderedMap::default();
        for integer in integers.values() {
            members.insert(integer, ());
        }
        members.insert(member, ());
        *self = Self::Hashtable(members);
        true
    }

    /// Takes a member out; answers whether it was there.
    pub(crate) fn remove(&mut self, member: &[u8]) -> bool {
        match self {
            Self::Intset(integers) => {
                parse_i64(member).is_some_and(|integer| integers.remove(&integer).is_some())
            }
            Self::Hashtable(members) => members.remove(member).is_some(),
        }
    }

    /// The members: integers in numeric order, others in the order in which
    /// they came.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Blob> {
        let (integers, members) = match self {
            Self::Intset(integers) => (Some(integers), None),
            Self::Hashtable(members) => (None, Some(members)),
        };
        let integers = integers.into_iter().flat_map(BTreeMap::values);
        let members = members.into_iter().flat_map(OrderedMap::iter);
        integers.chain(members.map(|(member, ())| member))
    }
}

impl<'a> FromIterator<&'a Blob> for Set {
    fn from_iter<I: IntoIterator<Item = &'a Blob>>(members: I) -> Self {
        let mut set = Self::default();
        for member in members {
            set.insert(member);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(set: &Set) -> Vec<String> {
        set.iter().map(|member| String::from_utf8_lossy(member).into_owned()).collect()
    }

    fn set(members: &[&str]) -> Set {
        members
            .iter()
            .map(|member| Blob::from(member.as_bytes()))
            .collect::<Vec<_>>()
            .iter()
            .collect()
    }

    #[test]
    fn integers_alone_are_walked_in_numeric_order() {
        assert_eq!(texts(&set(&["10", "9", "-1"])), ["-1", "9", "10"]);
        assert_eq!(texts(&set(&["10", "9", "b", "-1"])), ["9", "10", "b", "-1"]);
        assert_eq!(texts(&set(&["10", "9", "01"])), ["9", "10", "01"]);
    }

    #[test]
    fn a_set_that_was_no_intset_becomes_none() {
        let mut mixed = set(&["1", "2", "b"]);
        assert!(mixed.remove(b"b"));
        assert_ne!(mixed, set(&["1", "2"]));
        assert_eq!(texts(&mixed), ["1", "2"]);
    }

    #[test]
    fn an_intset_holds_so_many_integers_and_no_more() {
        let mut numbers = Set::default();
        for number in (0..MAX_INTSET_ENTRIES).rev() {
            assert!(numbers.insert(number.to_string().as_bytes()));
        }
        assert!(!numbers.insert(b"7"));
        assert!(matches!(numbers, Set::Intset(_)));
        assert!(numbers.insert(b"-1"));
        assert!(matches!(numbers, Set::Hashtable(_)));
        assert_eq!((numbers.len(), numbers.contains(b"7")), (MAX_INTSET_ENTRIES + 1, true));
    }
}
