//! Lessons: a story of clients that race for a lock, told step by step.
//!
//! # Layout
//!
//! - [`Lesson`]: one lesson in one language, as the page loads it.
//! - [`prove`]: plays every variant and compares what is violated with what the
//!   lesson says. A lesson that is not proved is not told.
//! - `folder` (feature `host`): reads `lessons/NN-name/`, with errors that name
//!   file and line.
//! - `page` (feature `host`): a lesson as a page that is read without any program.
//!
//! What is deliberately absent: semantics. What a step does, the scenario says.

#[cfg(feature = "host")]
pub mod folder;
#[cfg(feature = "host")]
pub mod known;
mod lesson;
#[cfg(feature = "host")]
pub mod page;
mod proof;

pub use lesson::{CastError, Lang, Lesson, StepText, Variant, Violates};
pub use proof::{Flaw, Proof, prove};
