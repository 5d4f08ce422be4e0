//! What is known of the locks: each row was found by the explorer, and a test
//! lets it find each again.

mod clients;
mod nodes;
mod table;

pub use table::Language;

use crate::{Cast, Faults, FaultsError, Property, Question};

/// A question about a lock, and the explorer's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The file in `crates/scenario/scenarios`, without its ending.
    pub file: &'static str,
    /// The scenario, as TOML.
    pub scenario: &'static str,
    /// What is watched.
    pub property: Property,
    /// The smallest budget that breaks it, or one up to which it holds; as
    /// [`Faults::parse`] reads it.
    pub faults: &'static str,
    /// Whether it holds.
    pub expected: Expected,
    /// How many states the explorer looked at.
    pub states: usize,
    /// Whether it is in the short table.
    pub short: bool,
    /// The question in English: a yes means that it breaks.
    pub en: &'static str,
    /// The question in Chinese.
    pub zh: &'static str,
}

/// What the explorer answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// It holds, whatever happens within the budget.
    Holds,
    /// It breaks with the budget, and with no smaller one.
    Breaks {
        /// In how many steps.
        steps: usize,
    },
}

impl Known {
    /// Every row, in the order in which they are read.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        clients::KNOWN.iter().chain(nodes::KNOWN)
    }

    /// The fault budget.
    ///
    /// # Errors
    ///
    /// A text that is none.
    pub fn budget(&self) -> Result<Faults, FaultsError> {
        Faults::parse(self.faults)
    }

    /// What the explorer is asked.
    ///
    /// # Errors
    ///
    /// A budget that is none.
    pub fn question(&self, cast: &Cast) -> Result<Question, FaultsError> {
        let (faults, properties) = (self.budget()?, vec![self.property]);
        Ok(Question { faults, properties, ..Question::of(cast) })
    }
}

/// A row: the file, what is watched, the budget, the answer, the states, and
/// the question in English and Chinese; with `more`, one for the long table only.
macro_rules! known {
    (more $($row:tt)*) => {
        Known { short: false, ..known!($($row)*) }
    };
    ($file:literal $property:ident $faults:literal holds, $($rest:tt)*) => {
        known!(@ $file $property $faults Expected::Holds, $($rest)*)
    };
    ($file:literal $property:ident $faults:literal breaks in $steps:literal, $($rest:tt)*) => {
        known!(@ $file $property $faults Expected::Breaks { steps: $steps }, $($rest)*)
    };
    (@ $file:literal $property:ident $faults:literal $expected:expr,
        $states:literal: $en:literal $zh:literal) => {
        Known {
            file: $file,
            scenario: include_str!(concat!("../../scenarios/", $file, ".toml")),
            property: Property::$property,
            faults: $faults,
            expected: $expected,
            states: $states,
            short: true,
            en: $en,
            zh: $zh,
        }
    };
}

use known;
