//! Something for the reader to do, decided by the engine.

use crate::CastError;
use lockstep_scenario::{Cast, Property, Scenario};
use serde::{Deserialize, Serialize};

/// Something for the reader to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Challenge {
    /// What is to be done, in words.
    pub text: String,
    /// Hints, the gentlest first.
    pub hints: Vec<String>,
    /// What is said to whoever has done it.
    pub solved: String,
    /// The scenario as the reader finds it. Its faults are what may go wrong.
    pub scenario: Scenario,
    /// What is to be done, for the engine.
    pub task: Task,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// To choose the steps so that a property is violated.
    Break {
        /// Which.
        goal: Property,
        /// A way to do it, in the fewest faults and steps: nobody does it in
        /// fewer.
        solution: String,
    },
    /// To change a program so that its properties hold on every way.
    Repair {
        /// Whose program is changed. Clients that are `like` it change too.
        client: String,
        /// A program that is in order.
        solution: String,
    },
}

impl Challenge {
    /// The scenario as the reader finds it, ready to be played.
    ///
    /// # Errors
    ///
    /// What is not in order in it.
    pub fn cast(&self) -> Result<Cast, CastError> {
        Ok(Cast::new(&self.scenario)?)
    }

    /// The scenario with another program for the client whose program is to be
    /// changed; as it is if there is none.
    #[must_use]
    pub fn with_program(&self, program: &str) -> Scenario {
        let mut scenario = self.scenario.clone();
        if let Task::Repair { client, .. } = &self.task
            && let Some(client) = scenario.clients.get_mut(client)
        {
            program.clone_into(&mut client.program);
        }
        scenario
    }
}
