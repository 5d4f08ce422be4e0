//! One lesson in one language.

use lockstep_scenario::{Cast, Property, Scenario, ScenarioError, Schedule, ScheduleError};
use serde::{Deserialize, Serialize};

/// A language in which lessons are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lang {
    /// English.
    En,
    /// Chinese.
    Zh,
}

impl Lang {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::En, Self::Zh];

    /// Its code in file names and addresses: `en`, `zh`.
    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh",
        }
    }

    /// The language with this code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lang| lang.code() == code)
    }
}

/// One lesson in one language. Texts are HTML made from Markdown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lesson {
    /// The name of its folder: `04-wrong-delete`.
    pub id: String,
    /// The language of its texts.
    pub lang: Lang,
    /// What it is called.
    pub title: String,
    /// How many minutes it takes.
    pub minutes: u32,
    /// The problem, before the first step.
    pub intro: String,
    /// The order of steps, the same for every variant.
    pub schedule: String,
    /// The variants, the first of which can take every step.
    pub variants: Vec<Variant>,
    /// What is told at the steps, ordered by step.
    pub steps: Vec<StepText>,
    /// What to remember.
    pub remember: String,
    /// Why its replies are not compared with a real Redis; `None` if they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_compared: Option<String>,
}

/// A way in which the story can go: broken, fixed, …
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Variant {
    /// Its name in addresses and on the command line: `broken`.
    pub id: String,
    /// What people read: what is different about it.
    pub name: String,
    /// The clients and what they do.
    pub scenario: Scenario,
    /// What is violated in it, and nothing else is.
    pub violates: Vec<Violates>,
}

/// A property that a variant violates, at a step counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Violates {
    /// The step after which it is violated.
    pub step: usize,
    /// What is violated.
    pub property: Property,
}

/// What is told at a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepText {
    /// The step, counted from 1.
    pub step: usize,
    /// The variant that it is about; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The text.
    pub text: String,
}

impl Lesson {
    /// The variant with this name.
    pub fn variant(&self, id: &str) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.id == id)
    }

    /// What is told after `step` steps of a variant: its own text where it has
    /// one, else the common one.
    pub fn text(&self, step: usize, variant: &str) -> Option<&str> {
        let here = || self.steps.iter().filter(|text| text.step == step);
        let own = here().find(|text| text.variant.as_deref() == Some(variant));
        let text = own.or_else(|| here().find(|text| text.variant.is_none()))?;
        Some(&text.text)
    }
}

impl Variant {
    /// Its scenario, ready to be played, and `schedule` read for it.
    ///
    /// # Errors
    ///
    /// What is not in order in the scenario or in the schedule.
    pub fn cast(&self, schedule: &str) -> Result<(Cast, Schedule), CastError> {
        let cast = Cast::new(&self.scenario)?;
        let schedule = Schedule::parse(schedule, &cast)?;
        Ok((cast, schedule))
    }
}

/// Why a variant cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CastError {
    /// The scenario is not in order.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// The schedule does not fit the scenario.
    #[error("schedule: {0}")]
    Schedule(#[from] ScheduleError),
}
