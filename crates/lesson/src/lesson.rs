//! One lesson in one language.

use crate::{Challenge, Question};
use lockstep_scenario::{Cast, Property, Scenario, ScenarioError, Schedule, ScheduleError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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
    /// What it is about, in one sentence without marks.
    pub about: String,
    /// The part of the course that it belongs to.
    pub part: String,
    /// How many minutes it takes.
    pub minutes: u32,
    /// The problem, before the first step.
    pub intro: String,
    /// The variants.
    pub variants: Vec<Variant>,
    /// What is told at the steps, ordered by step.
    pub steps: Vec<StepText>,
    /// What to remember.
    pub remember: String,
    /// Claims that go round and are put right here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// Questions to the reader.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<Question>,
    /// Something for the reader to break or to repair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challenge: Option<Challenge>,
    /// The same in languages that people program in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub code: Vec<Code>,
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
    /// The order of steps.
    pub schedule: String,
    /// Whether some step may be impossible: the schedule was made for another
    /// variant, and this one shows what becomes of it.
    #[serde(default)]
    pub borrowed: bool,
    /// What is violated on that way, and nothing else is.
    pub violates: Vec<Violates>,
    /// What can be violated on any way within the scenario's faults, if the
    /// lesson says so: nothing else can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breaks: Option<Vec<Property>>,
    /// The steps at which the server answers with an error, as the story wants
    /// it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<usize>,
    /// What it costs, if the lesson says so.
    #[serde(default, skip_serializing_if = "Costs::is_untold")]
    pub costs: Costs,
}

/// What a way through a variant costs; what the lesson does not speak of is
/// missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Costs {
    /// How many commands are sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commands: Option<u32>,
    /// How long clients wait for a lock, in milliseconds, by their names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub waited_ms: BTreeMap<String, i64>,
    /// When the last step was taken that was not time's, in milliseconds since
    /// the beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lasted_ms: Option<i64>,
}

impl Costs {
    /// Whether nothing is said of them.
    pub fn is_untold(&self) -> bool {
        *self == Self::default()
    }
}

/// A claim that goes round and is not so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// Its name in the files.
    pub id: String,
    /// The claim, and what is true.
    pub text: String,
    /// The variant in which it can be seen.
    pub variant: String,
    /// The step at which it can be seen.
    pub step: usize,
}

/// The same in a language that people program in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Code {
    /// What it is: `Python (redis-py)`.
    pub name: String,
    /// The program.
    pub text: String,
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

    /// Goes through every text of it that can have links.
    pub fn each_text(&mut self, mut change: impl FnMut(&mut String)) {
        change(&mut self.intro);
        change(&mut self.remember);
        self.steps.iter_mut().for_each(|told| change(&mut told.text));
        self.claims.iter_mut().for_each(|claim| change(&mut claim.text));
        for question in &mut self.questions {
            change(&mut question.text);
            for answer in &mut question.answers {
                change(&mut answer.text);
                change(&mut answer.feedback);
            }
        }
        if let Some(challenge) = &mut self.challenge {
            change(&mut challenge.text);
            change(&mut challenge.solved);
            challenge.hints.iter_mut().for_each(change);
        }
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
    /// Its scenario, ready to be played, and its schedule.
    ///
    /// # Errors
    ///
    /// What is not in order in the scenario or in the schedule.
    pub fn cast(&self) -> Result<(Cast, Schedule), CastError> {
        let cast = Cast::new(&self.scenario)?;
        let schedule = Schedule::parse(&self.schedule, &cast)?;
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
