//! A Redis-compatible engine as a value.
//!
//! It never reads a clock, never waits, never touches a network: time comes in
//! with each call, replies go out through an [`Output`]. The same engine runs
//! in a unit test, in the explorer and in a browser.
//!
//! # Layout
//!
//! - [`State`]: everything that a server remembers; a plain value to clone,
//!   compare and hash.
//! - [`ScriptHost`]: the Lua machine; one a thread, shared by any number of
//!   states, part of none.
//! - [`Output`]: replies with the connection that they belong to, and what
//!   happened to keys.
//! - [`ReplicaSet`]: a primary with replicas that lag as far as they are told to.
//! - `keyspace`: the only door to keys and their expiry.
//! - [`COMMANDS`]: one row for each command; each lives in
//!   `commands/<group>/<name>.rs` with its record, its parser and its tests.
//! - `script`: `EVAL` and what a script sees.
//!
//! # How the slow things go through
//!
//! A command need not be answered at once. [`State::submit`] takes one command
//! on one connection; whatever is answered by it, for whichever connection, is
//! in the output, and [`State::advance`] adds what time alone brings about:
//! keys that expire, waits that run out. [`State::next_deadline_ms`] tells when
//! that will next be. `BLPOP` therefore leaves the output empty until a push on
//! another connection or its own deadline fills it; `SUBSCRIBE` puts a message
//! there for each channel.
//!
//! ```
//! use lockstep_engine::{Output, ScriptHost, State};
//! use lockstep_resp::Reply;
//!
//! let host = ScriptHost::new();
//! let (mut state, mut output) = (State::default(), Output::default());
//! let a = state.connect();
//! state.submit(&host, a, &[b"SET", b"lock", b"A", b"PX", b"100"], 1_000, &mut output);
//! state.submit(&host, a, &[b"GET", b"lock"], 1_100, &mut output);
//! state.submit(&host, a, &[b"GET", b"lock"], 1_101, &mut output);
//! let replies: Vec<Reply> = output.messages.drain(..).map(|m| m.reply).collect();
//! assert_eq!(replies, [Reply::OK, Reply::bulk("A"), Reply::Nil]);
//! ```

mod args;
mod blocking;
mod call;
mod command;
mod commands;
mod connection;
mod connections;
mod databases;
mod error;
mod glob;
mod key_positions;
mod keyspace;
mod natural;
mod number;
mod output;
mod pop;
mod queue;
mod random;
mod range;
mod replication;
mod restart;
mod scan;
mod script;
mod script_bodies;
mod shift;
mod state;
mod subscriptions;
mod timeout;
mod transaction;
mod value;
mod version;

pub use command::{Arity, CommandFlags, CommandSpec, Group};
pub use commands::COMMANDS;
pub use error::CommandError;
pub use output::{KeyEvent, Message, Output};
pub use replication::ReplicaSet;
pub use restart::Keep;
#[cfg(any(test, feature = "testing"))]
pub use script::{ENGINE_ONLY, ScriptCase};
pub use script::{ScriptHost, ScriptLimits, ScriptSha};
pub use state::{ConnectionId, KeyView, State};
pub use version::ServerVersion;

/// How many databases a server has; `SELECT` takes an index below it.
pub const DATABASES: usize = 16;
