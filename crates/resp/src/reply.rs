//! A reply as a server sends it.

use crate::Blob;
use std::borrow::Cow;

/// A reply: every value that RESP2 and RESP3 know.
///
/// Source of the rules: <https://redis.io/docs/latest/develop/reference/protocol-spec/>.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// A status, such as `OK`.
    Simple(Cow<'static, str>),
    /// An error with its code first, such as `ERR syntax error`.
    Error(Blob),
    /// An integer.
    Integer(i64),
    /// A byte string.
    Bulk(Blob),
    /// The absent value: `$-1` in RESP2, `_` in RESP3.
    Nil,
    /// The absent array of RESP2, `*-1`, with which blocking commands time out.
    NilArray,
    /// A list of replies.
    Array(Vec<Reply>),
    /// RESP3: pairs in the order in which the server sent them.
    Map(Vec<(Reply, Reply)>),
    /// RESP3: a set in the order in which the server sent it.
    Set(Vec<Reply>),
    /// RESP3: a double, as the text that the server wrote.
    Double(Blob),
    /// RESP3: a boolean.
    Boolean(bool),
    /// RESP3: an integer of any length, as the text that the server wrote.
    BigNumber(Blob),
    /// RESP3: a text with its three-letter format.
    Verbatim([u8; 3], Blob),
    /// RESP3: something that the client did not ask for, such as a message.
    Push(Vec<Reply>),
}

impl Reply {
    /// The status `OK`.
    pub const OK: Reply = Reply::Simple(Cow::Borrowed("OK"));

    /// A byte string.
    pub fn bulk(bytes: impl AsRef<[u8]>) -> Self {
        Self::Bulk(Blob::from(bytes.as_ref()))
    }

    /// A status.
    pub const fn simple(text: &'static str) -> Self {
        Self::Simple(Cow::Borrowed(text))
    }

    /// An error with its code first.
    pub fn error(text: impl AsRef<[u8]>) -> Self {
        Self::Error(Blob::from(text.as_ref()))
    }

    /// Whether this is an error.
    pub fn is_error(&self) -> bool {
        matches!(self, Self::Error(_))
    }

    /// Whether this is one of the two absent values.
    pub fn is_nil(&self) -> bool {
        matches!(self, Self::Nil | Self::NilArray)
    }

    /// The error's first word, such as `NOSCRIPT`; `None` for other replies.
    pub fn error_code(&self) -> Option<&[u8]> {
        match self {
            Self::Error(text) => text.split(|&b| b == b' ').next(),
            _ => None,
        }
    }
}

impl From<i64> for Reply {
    fn from(value: i64) -> Self {
        Self::Integer(value)
    }
}
