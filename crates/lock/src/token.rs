//! Who holds a lock.

use lockstep_resp::Blob;
use std::fmt;

/// The random value by which an owner knows its own lock again: one for each
/// acquisition, never one for each process.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Token(Blob);

impl Token {
    /// A token from bytes that nobody else uses.
    pub fn new(bytes: impl AsRef<[u8]>) -> Self {
        Self(Blob::from(bytes.as_ref()))
    }

    /// Its bytes, as they stand in the key.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.0))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Token({self})")
    }
}
