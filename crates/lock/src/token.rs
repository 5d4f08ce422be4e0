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

    /// A token that nobody else uses. Its randomness is the system's each time:
    /// a generator of the process's own would go on alike in a process that is
    /// forked.
    #[cfg(feature = "redis")]
    pub(crate) fn random() -> Self {
        let mut text = [0; uuid::fmt::Simple::LENGTH];
        Self::new(uuid::Uuid::new_v4().as_simple().encode_lower(&mut text))
    }

    /// Its bytes as a word of a command.
    pub(crate) fn word(&self) -> Blob {
        self.0.clone()
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
