//! What a key can hold.

use lockstep_resp::Blob;

/// The value of a key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Value {
    /// A byte string; numbers are strings that look like numbers.
    String(Blob),
}

impl Value {
    /// The type's name as `TYPE` reports it.
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Self::String(_) => "string",
        }
    }
}
