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
//! - [`Acquire`], [`Extend`], [`Release`]: the operations.
//! - [`Script`]: the Lua scripts, `EVALSHA` first and `EVAL` where needed.
//! - `blocking` (feature `blocking`): the driver for the `redis` crate.
//!
//! What is deliberately absent: any knowledge of an engine, of scenarios, of a
//! source of time.
//!
//! # How the larger ones will go through
//!
//! - **A watchdog** is an operation beside the work: it wants to be resumed at
//!   a third of the lease, sends an extension, and wants to be resumed again.
//!   Its driver runs it next to the work and drops it with the guard.
//! - **RedLock** wants five requests at once, one for each [`NodeIndex`], and
//!   to be resumed by its deadline. Replies and losses come back in any order,
//!   each with the [`RequestId`] that it answers.
//! - **Waiting by notification** adds a channel to [`Wants`]; the driver says
//!   once it is subscribed, and again for each message.

mod acquire;
mod algorithm;
#[cfg(feature = "blocking")]
pub mod blocking;
mod extend;
mod operation;
mod release;
mod retry;
mod script;
mod token;

pub use acquire::{Acquire, AcquireError, Grant};
pub use algorithm::Algorithm;
pub use extend::{Extend, Extended};
pub use operation::{Happened, NodeIndex, Operation, Progress, Request, RequestId, Resume, Wants};
pub use release::{Release, Released};
pub use retry::Retry;
pub use script::{SCRIPTS, Script};
pub use token::Token;
