//! What a reader is to answer and to do: what `lesson.toml` says of it, and what
//! the texts say.

use super::error::{LessonError, Place};
use super::manifest::{ChallengeEntry, Manifest};
use super::narration::Narration;
use super::{check_schedule, read_scenario};
use crate::{Challenge, Claim, Prediction, Question, Task};
use std::path::Path;

/// The manifest, to which a text of any language is added.
#[derive(Clone, Copy)]
pub(super) struct Exercise<'a> {
    pub(super) folder: &'a Path,
    pub(super) manifest: &'a Manifest,
    pub(super) file: &'a Path,
    pub(super) text: &'a str,
}

impl Exercise<'_> {
    fn error(&self, path: &[&str], problem: String) -> LessonError {
        LessonError::at(self.file, self.text, Place::of_key(self.text, path), problem)
    }

    /// The claims of the texts, each with where it can be seen not to be so.
    pub(super) fn claims(&self, told: &Narration) -> Result<Vec<Claim>, LessonError> {
        let entries = &self.manifest.claims;
        for (entry, index) in entries.iter().zip(0..) {
            if !told.claims.iter().any(|(id, _)| *id == entry.id) {
                let (id, index) = (&entry.id, index.to_string());
                let problem = format!("the texts have no `## claim {id}`");
                return Err(self.error(&["claims", &index, "id"], problem));
            }
        }
        let claim = |(id, text): &(String, String)| {
            let entry = entries.iter().find(|entry| entry.id == *id).ok_or_else(|| {
                let problem = format!(
                    "the texts have a `## claim {id}`; add to [[claims]] the variant and step at \
                     which it is seen not to be so"
                );
                self.error(&["claims"], problem)
            })?;
            let (variant, step) = (entry.variant.clone(), entry.step);
            Ok(Claim { id: id.clone(), text: text.clone(), variant, step })
        };
        told.claims.iter().map(claim).collect()
    }

    /// The questions of the texts, each with when it is asked.
    pub(super) fn questions(&self, told: &Narration) -> Result<Vec<Question>, LessonError> {
        let entries = &self.manifest.predictions;
        for (entry, index) in entries.iter().zip(0..) {
            if !told.questions.iter().any(|asked| asked.id == entry.question) {
                let (id, index) = (&entry.question, index.to_string());
                let problem = format!("the texts have no `## question {id}`");
                return Err(self.error(&["predictions", &index, "question"], problem));
            }
        }
        let questions = told.questions.iter().map(|asked| {
            let entry = entries.iter().find(|entry| entry.question == asked.id);
            let prediction = entry.map(|entry| Prediction {
                variant: entry.variant.clone(),
                before: entry.before,
                outcome: entry.outcome.clone(),
            });
            let (id, text) = (asked.id.clone(), asked.text.clone());
            Question { id, text, answers: asked.answers.clone(), prediction }
        });
        Ok(questions.collect())
    }

    /// The challenge, if there is one.
    pub(super) fn challenge(&self, told: &Narration) -> Result<Option<Challenge>, LessonError> {
        let Some(entry) = &self.manifest.challenge else {
            if told.challenge.is_empty() && told.hints.is_empty() && told.solved.is_empty() {
                return Ok(None);
            }
            let problem = "the texts have a challenge; add a table [challenge]".to_owned();
            return Err(self.error(&[], problem));
        };
        if told.challenge.is_empty() || told.hints.is_empty() || told.solved.is_empty() {
            let problem = "the texts need `## challenge`, `## hint` and `## solved` for it";
            return Err(self.error(&["challenge"], problem.to_owned()));
        }
        let (ChallengeEntry::Break { scenario, .. } | ChallengeEntry::Repair { scenario, .. }) =
            entry;
        let scenario = read_scenario(&self.folder.join(scenario))?;
        let task = match entry {
            ChallengeEntry::Break { goal, solution, .. } => {
                let path = ["challenge", "break", "solution"];
                check_schedule(&scenario, solution)
                    .map_err(|problem| self.error(&path, problem))?;
                Task::Break { goal: *goal, solution: solution.clone() }
            }
            ChallengeEntry::Repair { client, solution, .. } => {
                if !scenario.clients.contains_key(client) {
                    let problem = format!("the scenario has no client `{client}`");
                    return Err(self.error(&["challenge", "repair", "client"], problem));
                }
                let repaired = read_scenario(&self.folder.join(solution))?;
                let program = repaired.clients.get(client).map(|client| client.program.clone());
                let solution = program.ok_or_else(|| {
                    let problem = format!("that scenario has no client `{client}`");
                    self.error(&["challenge", "repair", "solution"], problem)
                })?;
                Task::Repair { client: client.clone(), solution }
            }
        };
        let (text, hints) = (told.challenge.clone(), told.hints.clone());
        Ok(Some(Challenge { text, hints, solved: told.solved.clone(), scenario, task }))
    }
}
