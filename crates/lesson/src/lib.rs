//! Lessons: a story of clients that race for a lock, told step by step.
//!
//! # Layout
//!
//! - [`Lesson`]: one lesson in one language, as the page loads it.
//! - [`Question`], [`Challenge`]: what the reader is to answer and to do; [`Judge`]
//!   decides a challenge, by exploring it. [`Course`]: which lessons there are.
//! - [`prove`]: plays every variant and compares what is violated with what the
//!   lesson says, and so for predictions, costs and challenges. A lesson that is not proved is not told.
//! - `folder` (feature `host`): reads `lessons/NN-name/`, with errors that name
//!   file and line.
//! - `page` (feature `host`): a lesson as a page that is read without any program.
//!
//! What is deliberately absent: semantics. What a step does, the scenario says.

mod challenge;
mod course;
#[cfg(feature = "host")]
pub mod folder;
mod glossary;
mod interview;
mod judge;
#[cfg(feature = "host")]
pub mod known;
mod lesson;
pub mod link;
#[cfg(feature = "host")]
pub mod page;
mod proof;
mod question;

pub use challenge::{Challenge, Task};
pub use course::{Course, Entry, Part};
pub use glossary::{Glossary, Term};
pub use interview::{Interview, InterviewQuestion, Level, Stop, Topic, Walkthrough};
pub use judge::{Judge, Judgement, is_broken};
pub use lesson::{CastError, Claim, Code, Costs, Lang, Lesson, StepText, Variant, Violates};
pub use proof::{Flaw, Proof, prove, prove_interview};
pub use question::{Outcome, Prediction, Question, Reply};
