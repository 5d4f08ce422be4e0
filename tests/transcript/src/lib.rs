//! Conformance transcripts: commands in the form of `redis-cli` with the
//! replies that a real server gave.
//!
//! # Format
//!
//! ```text
//! What stands before the first case introduces the file.
//!
//! # a key is gone one millisecond after its deadline
//! > SET lock A PX 100
//! OK
//! ~ advance 101
//! B> GET lock
//! (nil)
//! A> BLPOP queue 5
//! (no reply)
//! ~ advance 5001
//! A<
//! (nil)
//! ```
//!
//! - `# title` starts a case: an empty server, new connections, the clock at
//!   [`START_MS`].
//! - `~ server Redis 8.4` behind a title: the case is about another server than
//!   Redis 7.0, by its name in `ServerVersion`; only the engine can be one.
//! - `> command` sends a command on connection `A`, `B> command` on another;
//!   the lines behind it, up to a blank or marked one, are the reply.
//! - `A<` reads what arrives later: the answer of a blocked command, a message.
//!   Where nothing arrives the reply reads `(no reply)`.
//! - A line of a reply that ends in `…` stands for all that begin like it: what
//!   differs from server to server, such as the number of a connection.
//! - `~ advance MS` moves the clock; `~ unordered` behind a reply compares its
//!   lines in any order.
//!
//! # Layout
//!
//! - [`Transcript`]: a file that has been read.
//! - [`Backend`]: what a transcript is played on; [`EngineBackend`] is the
//!   engine, natively and in WebAssembly.
//! - [`play`], [`mismatches`]: running and judging.
//! - [`record`]: the same text with the replies that were given.

mod engine;
mod parse;
mod record;
mod run;

pub use engine::EngineBackend;
pub use parse::{Action, Case, ParseError, Step, Transcript};
pub use record::{RecordError, record};
pub use run::{Backend, Mismatch, Played, mismatches, play};

/// Where the clock stands when a case begins, in Unix milliseconds.
pub const START_MS: i64 = 1_700_000_000_000;
