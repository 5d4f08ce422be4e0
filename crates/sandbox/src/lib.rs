//! Unit tests for Redis code without Redis: an engine in the process, and a
//! clock that moves only when told.
//!
//! ```
//! use lockstep_resp::Reply;
//! use lockstep_sandbox::Sandbox;
//! use std::time::Duration;
//!
//! let sandbox = Sandbox::new();
//! let mut a = sandbox.connect();
//! let mut b = sandbox.connect();
//! assert_eq!(a.call(["SET", "lock:stock", "A", "NX", "PX", "30000"]), Reply::OK);
//! assert_eq!(b.call(["SET", "lock:stock", "B", "NX", "PX", "30000"]), Reply::Nil);
//! sandbox.advance(Duration::from_millis(30_001));
//! assert_eq!(b.call(["SET", "lock:stock", "B", "NX", "PX", "30000"]), Reply::OK);
//! ```
//!
//! # Layout
//!
//! - [`Sandbox`]: the server and its clock, moved by hand or following real time
//!   ([`Sandbox::auto`]); [`Sandbox::dump`] and [`Sandbox::log`] for assertions.
//! - [`Connection`]: any number of them, each with a database, a transaction and
//!   subscriptions of its own. [`Connection::send`] and [`Connection::receive`]
//!   take what comes later: `BLPOP` waits until the clock has moved.
//! - [`Faults`]: what goes wrong between a client and the server, on order.
//!
//! # With the `redis` crate
//!
//! With the feature `redis` a [`Connection`] is a `redis::ConnectionLike`, with
//! `aio` a `redis::aio::ConnectionLike` too: code written for the `redis` crate
//! runs on it unchanged, pipelines, transactions and `redis::Script` included.
//! `Sandbox::connect_multiplexed` opens one that tasks share, and
//! [`Sandbox::sleep_until_ms`] is how a task waits in the sandbox's time.
//! The traits end where the crate wants a socket of its own: `redis::PubSub`,
//! `MONITOR` and everything that is built from an address. Subscribe with
//! [`Connection::send`] and read with [`Connection::receive`] instead.
//!
//! What is deliberately absent: the semantics of any command.

mod clock;
mod connection;
mod faults;
mod log;
#[cfg(feature = "redis")]
mod redis_crate;
mod sandbox;
mod sleep;

pub use connection::{Connection, Lost};
pub use faults::{Fault, Faults};
pub use lockstep_engine::{KeyEvent, ServerVersion};
pub use log::LogEntry;
#[cfg(feature = "aio")]
pub use redis_crate::Multiplexed;
pub use sandbox::Sandbox;
pub use sleep::Sleep;

/// The examples in the README are tests.
#[cfg(all(doctest, feature = "aio", feature = "redis"))]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The example in the crate's own README is a test too.
#[cfg(all(doctest, feature = "aio"))]
#[doc = include_str!("../README.md")]
struct OwnReadme;
