//! Redis commands and replies as values.
//!
//! # Layout
//!
//! - [`Command`]: a list of byte strings; what a client sends.
//! - [`Reply`]: every value of RESP2 and RESP3; what a server answers.
//! - [`Protocol`]: which of the two a client sees.
//! - [`cli`]: both in the form that `redis-cli` reads and prints.
//! - `codec` (feature `codec`): both as bytes on a connection.
//!
//! What is deliberately absent: the meaning of any command.

pub mod cli;
#[cfg(feature = "codec")]
pub mod codec;
mod command;
mod protocol;
mod reply;

pub use command::Command;
pub use protocol::Protocol;
pub use reply::Reply;

/// A shared, immutable byte string: keys, values and arguments.
///
/// Cloning one copies a pointer, so a state that holds many is cheap to clone.
pub type Blob = std::sync::Arc<[u8]>;
