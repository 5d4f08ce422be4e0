//! What a key can hold.

mod hash;
mod list;
mod ordered;
mod ranked;
mod score;
mod set;
mod sorted_set;
mod string;

pub(crate) use hash::Hash;
pub(crate) use list::{End, List};
use ordered::OrderedMap;
pub(crate) use score::Score;
pub(crate) use set::Set;
pub(crate) use sorted_set::SortedSet;
pub(crate) use string::StringValue;

use crate::CommandError;
use lockstep_resp::{Blob, cli};

/// The value of a key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Value {
    /// A byte string; numbers are strings that look like numbers.
    String(StringValue),
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
            Self::String(string) => quoted(string.bytes()),
            Self::List(items) => format!("[{}]", list(items.iter().map(quoted).collect())),
            Self::Hash(fields) => format!("{{{}}}", list(fields.iter().map(pair).collect())),
            Self::Set(members) => format!("{{{}}}", list(members.iter().map(quoted).collect())),
            Self::SortedSet(members) => {
                let member = |(m, score): (&Blob, Score)| format!("{}: {}", quoted(m), score.get());
                format!("{{{}}}", list(members.iter().map(member).collect()))
            }
        }
    }

    /// What `OBJECT ENCODING` answers.
    pub(crate) fn encoding(&self) -> &'static str {
        match self {
            Self::String(string) => string.encoding(),
            Self::List(_) => "quicklist",
            Self::Hash(fields) if fields.is_listpack() => "listpack",
            Self::Set(Set::Intset(_)) => "intset",
            Self::Hash(_) | Self::Set(Set::Hashtable(_)) => "hashtable",
            Self::SortedSet(members) if members.is_listpack() => "listpack",
            Self::SortedSet(_) => "skiplist",
        }
    }

    /// What `OBJECT REFCOUNT` answers.
    pub(crate) fn refcount(&self) -> i64 {
        if let Self::String(string) = self { string.refcount() } else { 1 }
    }

    /// The value for another key.
    pub(crate) fn duplicate(&self) -> Self {
        match self {
            Self::String(string) => Self::String(string.duplicate()),
            other => other.clone(),
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

kind!(StringValue, String);
kind!(List, List);
kind!(Hash, Hash);
kind!(Set, Set);
kind!(SortedSet, SortedSet);
