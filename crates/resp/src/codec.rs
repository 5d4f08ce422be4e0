//! Commands and replies as bytes on a connection: RESP2 and RESP3.
//!
//! Decoding is incremental: `Ok(None)` asks for more bytes, and what was not
//! used stays in the caller's buffer. No input leads to a panic, a deep stack
//! or an allocation larger than the bytes that have arrived.
//!
//! The rules are those of
//! <https://redis.io/docs/latest/develop/reference/protocol-spec/>. The codec is
//! our own because a [`Reply`](crate::Reply) keeps what the codec crates lose:
//! the difference between the two absent values of RESP2, the order of a map,
//! the text of a double, bytes that are not UTF-8.

mod decode;
mod encode;
#[cfg(test)]
mod tests;

pub use decode::{decode_command, decode_reply};
pub use encode::{encode_command, encode_reply};

pub use crate::Protocol;

/// Why bytes are not RESP. The connection cannot be used any further, since
/// nobody knows where the next value begins.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {at}: {problem}")]
pub struct DecodeError {
    /// Where in the buffer it was noticed, counted from 0.
    pub at: usize,
    /// What is wrong; for commands in Redis's words, to be sent back after
    /// `ERR Protocol error: `.
    pub problem: String,
}
