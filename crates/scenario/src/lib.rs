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
mod choice;
mod client;
mod event;
mod explorer;
mod faults;
mod known;
mod measured;
mod node;
mod player;
mod program;
mod property;
mod scenario;
mod schedule;
mod scripts;
mod shared;
mod span;
mod turn;
mod world;

pub use cast::{Cast, CastClient, CastLock, CastResource, ScenarioError};
pub use choice::{Choice, NodeEvent};
pub use client::{CLIENT_STARTED_AT_MS, Client, Status};
pub use event::{Event, EventKind, Unanswered, Written};
pub use explorer::{Answer, Explorer, Found, Limit, Limits, Question, Verdict};
pub use faults::{Faults, FaultsError};
pub use known::{Expected, Known, Language};
pub use lockstep_lock::NodeIndex;
pub use measured::Measured;
pub use node::Node;
pub use player::Player;
pub use program::{Condition, Expression, Guard, Line, Program, ProgramError, Relation, Word};
pub use property::{Property, Violation};
pub use scenario::{ClientSpec, Disk, LockSpec, Nodes, ResourceSpec, Scenario, Server};
pub use schedule::{Schedule, ScheduleError};
pub use scripts::script_host;
pub use shared::{Clients, Resource, Shared};
pub use span::{Span, SpanError};
pub use world::{STARTED_AT_MS, Step, World};

/// Names a client of a scenario by its place in the order of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
pub struct ClientIndex(pub usize);

/// Names a lock of a scenario by its place in the order of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
pub struct LockIndex(pub usize);

/// Names a resource of a scenario by its place in the order of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
pub struct ResourceIndex(pub usize);

/// Names a section by its place in the order in which programs name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
pub struct SectionIndex(pub usize);
