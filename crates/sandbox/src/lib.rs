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
//! With the feature `redis`, a [`Connection`] is a `redis::ConnectionLike`, so
//! that code written for the `redis` crate runs on it unchanged.
//!
//! What is deliberately absent: the semantics of any command.

mod connection;
#[cfg(feature = "redis")]
mod redis_crate;
mod sandbox;

pub use connection::Connection;
pub use sandbox::Sandbox;
