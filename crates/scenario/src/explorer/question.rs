//! What an exploration looks for, and how far.

use crate::{Cast, Faults, Property};

/// How far an exploration may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most states that are kept.
    pub states: usize,
    /// The most steps of a schedule.
    pub depth: u32,
    /// The most bytes of memory for states and for what is remembered of steps.
    /// Several cores may come to this limit a little before a single one.
    pub memory_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { states: 20_000_000, depth: 10_000, memory_bytes: 4 << 30 }
    }
}

/// What is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// How often what may go wrong.
    pub faults: Faults,
    /// What must never happen.
    pub properties: Vec<Property>,
    /// Whether to go on after the first violation until the shortest one of
    /// every property is known.
    pub all: bool,
    /// Whether clients with the same program are interchangeable: states that
    /// differ only in who of them is who are one then. Answers and schedules
    /// stay what they are, and there are fewer states. Where it turns out that
    /// it matters who is who, each is looked at for itself; see
    /// [`Verdict::interchangeable`](super::Verdict::interchangeable).
    pub symmetry: bool,
    /// How far it may go.
    pub limits: Limits,
}

impl Question {
    /// What the scenario itself asks.
    pub fn of(cast: &Cast) -> Self {
        Self {
            faults: cast.faults,
            properties: cast.properties.clone(),
            all: false,
            symmetry: false,
            limits: Limits::default(),
        }
    }
}
