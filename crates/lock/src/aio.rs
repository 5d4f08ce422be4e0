//! Locks for tokio, over the `redis` crate's connections.
//!
//! ```no_run
//! use lockstep_lock::Terms;
//! use lockstep_lock::aio::Locks;
//! use std::time::Duration;
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let client = redis::Client::open("redis://127.0.0.1/")?;
//! let terms = Terms::new().watchdog(Duration::from_secs(300)).fenced();
//! let locks = Locks::connect(client, terms).await?;
//!
//! let mut guard = locks.acquire("stock").await?;
//! println!("write with the number {:?}", guard.fencing_token());
//! guard.release().await?;
//!
//! let sold = locks.with("stock", async |_guard| "sold").await?;
//! # let _ = sold;
//! # Ok(())
//! # }
//! ```
//!
//! # A service that can be tested
//!
//! Let the service take its [`Locks`] from outside. In production they come from
//! [`Locks::connect`]; in a test from [`Locks::new`] over any connection of the
//! `redis` crate, with a [`timer`] whose clock the test moves.
//!
//! ```no_run
//! use lockstep_lock::aio::{Locks, timer};
//! use lockstep_lock::{LockError, Terms};
//!
//! struct Shop {
//!     locks: Locks,
//! }
//!
//! impl Shop {
//!     async fn sell(&self) -> Result<u32, LockError> {
//!         self.locks.with("stock", async |_guard| 1).await
//!     }
//! }
//!
//! # async fn example(
//! #     connection: redis::aio::MultiplexedConnection,
//! #     now_ms: fn() -> u64,
//! #     wait_until_ms: fn(u64) -> std::future::Ready<()>,
//! # ) -> Result<(), LockError> {
//! let locks = Locks::new(connection, Terms::new()).with_timer(timer(now_ms, wait_until_ms));
//! assert_eq!(Shop { locks }.sell().await?, 1);
//! # Ok(())
//! # }
//! ```
//!
//! # Layout
//!
//! - [`Locks`]: taking; [`Guard`]: what is held; [`Timer`]: whose time counts.
//! - `driver.rs` runs an operation; `lanes.rs` carries its requests, in order
//!   for each node and to their end, whoever stops waiting for them.
//! - `hub/` listens for releases, for all waiters over one connection.
//! - `held.rs` is what guard and watchdog share.
//!
//! What is deliberately absent: what a lock is. That is in the operations.

mod driver;
mod guard;
mod held;
mod hub;
mod lanes;
mod locks;
mod node;
mod timer;

pub use guard::Guard;
pub use locks::Locks;
pub use timer::{Timer, TokioTimer, timer};
