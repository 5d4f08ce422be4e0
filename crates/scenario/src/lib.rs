//! The world in which clients race for a lock, one command at a time.
//!
//! # Layout
//!
//! - [`Scenario`]: the data that people write: locks, clients with a program
//!   each, properties to watch.
//! - [`Program`]: the line language of a client.
//! - [`Cast`]: a scenario that was found in order, ready to be played.
//! - [`World`]: everything at one moment; a value to clone, compare and hash.
//!   Clients run the operations of the lock library, nodes are engines.
//! - [`Schedule`]: the order chosen. [`Player`]: steps through it, goes back,
//!   seeks, forks.
//! - [`Event`]: what happened, for a timeline. [`Property`]: what must never
//!   happen.
//!
//! What is deliberately absent: rendering, file access, any clock.
//!
//! # A step
//!
//! A step is one command applied at one node, or one local line of a program.
//! A lock operation unfolds into its steps, because that is where the races
//! are. Time moves only when the schedule says so. There is no pause action: a
//! client that could go on while time moves *is* a paused one, and the timeline
//! names the pause afterwards.

mod cast;
mod client;
mod event;
mod player;
mod program;
mod property;
mod scenario;
mod schedule;
mod span;
mod turn;
mod world;

pub use cast::{Cast, CastClient, CastLock, ScenarioError};
pub use client::{Client, Status};
pub use event::{Event, EventKind};
pub use player::Player;
pub use program::{Line, Program, ProgramError, Word};
pub use property::{Property, Violation};
pub use scenario::{ClientSpec, LockSpec, Scenario};
pub use schedule::{Choice, Schedule, ScheduleError};
pub use span::{Span, SpanError};
pub use world::{STARTED_AT_MS, Step, World};

/// Names a client of a scenario by its place in the order of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
pub struct ClientIndex(pub usize);

/// Names a lock of a scenario by its place in the order of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
pub struct LockIndex(pub usize);
