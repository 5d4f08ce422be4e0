//! Questions to the reader.

use lockstep_scenario::Property;
use serde::{Deserialize, Serialize};

/// A question to the reader, with answers to choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Its name in the files.
    pub id: String,
    /// What is asked.
    pub text: String,
    /// The answers, of which one is right.
    pub answers: Vec<Reply>,
    /// What is asked is what happens next; `None` if it is asked at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prediction: Option<Prediction>,
}

/// An answer to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// What it says.
    pub text: String,
    /// Whether it is the right one.
    pub right: bool,
    /// What is said to whoever chooses it.
    pub feedback: String,
}

/// A question about what happens next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prediction {
    /// The variant.
    pub variant: String,
    /// It is asked before this step, counted from 1.
    pub before: usize,
    /// What the right answer says, so that it can be proved.
    pub outcome: Outcome,
}

/// What happens next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The step's command is answered so, as `redis-cli` prints it.
    Reply(String),
    /// The next one to enter a section is this client.
    Enters(String),
    /// The next one to get a lock is this client.
    Acquires(String),
    /// Nobody enters a section any more.
    NobodyEnters,
    /// The step violates this property.
    Violates(Property),
    /// The step violates nothing.
    Harmless,
}

impl Question {
    /// Whether it is asked before this step of this variant.
    pub fn is_before(&self, step: usize, variant: &str) -> bool {
        let asked = self.prediction.as_ref();
        asked.is_some_and(|asked| asked.before == step && asked.variant == variant)
    }
}
