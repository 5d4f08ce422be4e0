//! Distributed locks on Redis, as operations without I/O.
//!
//! An operation, such as acquiring a lock, is a small state machine. Its driver
//! tells it what happened and what time it is; it answers what it wants next:
//! commands to send, a moment at which to be resumed, or its outcome. It does
//! no I/O, reads no clock and draws no random number, so the same code runs in
//! a unit test, in an exhaustive explorer, in a browser, and against a real
//! Redis.
//!
//! # Layout
//!
//! - [`Operation`]: the contract between an operation and its driver.
//! - [`Algorithm`]: the kinds of lock, and what each promises.
//! - [`Lock`]: what there is to know about a lock before it is taken.
//! - [`Acquire`], [`Extend`], [`Release`]: the operations; [`Watchdog`] keeps a
//!   lock alive beside the work.
//! - [`Script`]: the Lua scripts, `EVALSHA` first and `EVAL` where needed.
//! - `Terms`: how locks are taken, for both faces.
//! - `blocking` (feature `blocking`): locks for blocking code, over the `redis`
//!   crate's connections.
//! - `aio` (feature `tokio`): the same for tokio.
//!
//! Features `tracing` and `metrics` tell what happens: spans and events, and
//! the counters and histograms listed in `src/telemetry.rs`.
//!
//! What is deliberately absent: any knowledge of an engine, of scenarios, of a
//! source of time.

mod acquire;
#[cfg(feature = "tokio")]
pub mod aio;
mod algorithm;
mod ballot;
#[cfg(feature = "blocking")]
pub mod blocking;
mod call;
mod compare;
#[cfg(feature = "redis")]
mod error;
mod extend;
mod grant;
mod lock;
mod operation;
mod release;
mod retry;
mod script;
#[cfg(feature = "redis")]
mod telemetry;
#[cfg(feature = "redis")]
mod terms;
mod token;
mod waiting;
mod watchdog;
#[cfg(feature = "redis")]
mod wire;

pub use acquire::{Acquire, AcquireError};
pub use algorithm::Algorithm;
pub use compare::{Compare, Discover};
#[cfg(feature = "redis")]
pub use error::{LockError, NodeFailure};
pub use extend::{Extend, Extended};
pub use grant::Grant;
pub use lock::Lock;
pub use operation::{Happened, NodeIndex, Operation, Progress, Request, RequestId, Resume, Wants};
pub use release::{Release, Released};
pub use retry::Retry;
pub use script::{SCRIPTS, Script};
#[cfg(feature = "redis")]
pub use terms::Terms;
pub use token::Token;
pub use waiting::Waiting;
pub use watchdog::{Loss, Watchdog};
