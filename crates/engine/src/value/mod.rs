//! What a key can hold.

mod ordered;
mod sorted_set;

pub(crate) use ordered::OrderedMap;
pub(crate) use sorted_set::{Score, SortedSet};

use crate::CommandError;
use lockstep_resp::{Blob, cli};
use std::collections::VecDeque;

/// A list, its head first.
pub(crate) type List = VecDeque<Blob>;
/// Fields with their values.
pub(crate) type Hash = OrderedMap<Blob>;
/// Members.
pub(crate) type Set = OrderedMap<()>;

/// The value of a key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Value {
    /// A byte string; numbers are strings that look like numbers.
    String(Blob),
    /// A list.
    List(List),
    /// Fields with their values.
    Hash(Hash),
    /// Members.
    Set(Set),
    /// Members ordered by score.
    SortedSet(SortedSet),
}

impl Value {
    /// The type's name as `TYPE` reports it.
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Self::String(_) => "string",
            Self::List(_) => "list",
            Self::Hash(_) => "hash",
            Self::Set(_) => "set",
            Self::SortedSet(_) => "zset",
        }
    }

    /// The value on one line, for people.
    pub(crate) fn summary(&self) -> String {
        let quoted = |bytes: &Blob| cli::quote(bytes);
        let pair = |(field, value): (&Blob, &Blob)| format!("{}: {}", quoted(field), quoted(value));
        let list = |items: Vec<String>| items.join(", ");
        match self {
            Self::String(bytes) => quoted(bytes),
            Self::List(items) => format!("[{}]", list(items.iter().map(quoted).collect())),
            Self::Hash(fields) => format!("{{{}}}", list(fields.iter().map(pair).collect())),
            Self::Set(members) => {
                format!("{{{}}}", list(members.iter().map(|(m, ())| quoted(m)).collect()))
            }
            Self::SortedSet(members) => {
                let member = |(m, score): (&Blob, Score)| format!("{}: {}", quoted(m), score.get());
                format!("{{{}}}", list(members.iter().map(member).collect()))
            }
        }
    }

    /// Whether nothing is left in it, so that its key must go. A string stays,
    /// however short.
    pub(crate) fn is_exhausted(&self) -> bool {
        match self {
            Self::String(_) => false,
            Self::List(items) => items.is_empty(),
            Self::Hash(fields) => fields.is_empty(),
            Self::Set(members) => members.is_empty(),
            Self::SortedSet(members) => members.is_empty(),
        }
    }
}

/// A kind of value: how to find it in a [`Value`] and to make a new one.
///
/// A key never holds a list, hash, set or sorted set without elements: who
/// takes the last one out deletes the key.
pub(crate) trait Kind: Sized {
    /// The value if it is of this kind, else WRONGTYPE.
    fn expect(value: &Value) -> Result<&Self, CommandError>;
    /// As [`Kind::expect`], to be changed.
    fn expect_mut(value: &mut Value) -> Result<&mut Self, CommandError>;
    /// The value that a new key of this kind begins with.
    fn empty() -> Value;
}

macro_rules! kind {
    ($kind:ty, $variant:ident) => {
        impl Kind for $kind {
            fn expect(value: &Value) -> Result<&Self, CommandError> {
                match value {
                    Value::$variant(inner) => Ok(inner),
                    _ => Err(CommandError::WrongType),
                }
            }

            fn expect_mut(value: &mut Value) -> Result<&mut Self, CommandError> {
                match value {
                    Value::$variant(inner) => Ok(inner),
                    _ => Err(CommandError::WrongType),
                }
            }

            fn empty() -> Value {
                Value::$variant(<$kind>::default())
            }
        }
    };
}

kind!(Blob, String);
kind!(List, List);
kind!(Hash, Hash);
kind!(Set, Set);
kind!(SortedSet, SortedSet);
