//! What is asked in a lesson, and what was answered.

use super::{Given, Visit};
use crate::state::State;
use lockstep_lesson::Question;

impl Visit {
    /// The answer given to a question of the lesson shown.
    pub(crate) fn given(&self, question: &str) -> Option<Given> {
        self.given.get(question).copied()
    }

    /// Whether a question of the lesson shown was ever answered right.
    pub(crate) fn is_right(&self, question: &str) -> bool {
        let lesson = self.state.as_ref().map(|state| &state.lesson().id);
        lesson.is_some_and(|lesson| self.progress.is_right(lesson, question))
    }

    /// What is asked before the next step of the lesson shown.
    pub(crate) fn asked(&self) -> impl Iterator<Item = &Question> {
        self.state.iter().flat_map(|state| asked(state))
    }

    /// How many answers were given to that.
    pub(crate) fn answers(&self) -> u32 {
        let given = self.asked().filter_map(|question| self.given(&question.id));
        given.map(|given| given.tries.saturating_add(1)).sum()
    }

    /// Whether something is asked that nobody has answered.
    pub(super) fn waits_for_answer(&self) -> bool {
        self.asked()
            .any(|question| self.given(&question.id).is_none() && !self.is_right(&question.id))
    }

    pub(super) fn answer(&mut self, id: &str, answer: usize) {
        let Some(state) = &self.state else { return };
        let lesson = state.lesson();
        let question = lesson.questions.iter().find(|question| question.id == id);
        let Some(reply) = question.and_then(|question| question.answers.get(answer)) else {
            return;
        };
        let known = self.progress.is_right(&lesson.id, id);
        let tries = self.given(id).map_or(0, |given| given.tries);
        let tries = if known { tries } else { tries.saturating_add(1) };
        if reply.right {
            self.progress.answer(&lesson.id, id, tries);
        }
        self.given.insert(id.to_owned(), Given { answer, tries });
    }
}

/// What is asked before the next step. On a path of the learner's own nothing
/// is.
fn asked(state: &State) -> impl Iterator<Item = &Question> {
    let on_line = state.forked_after().is_none();
    let variant = state.lesson().variants.get(state.variant()).filter(|_| on_line);
    let next = state.player().at() + 1;
    let questions = state.lesson().questions.iter();
    questions.filter(move |question| {
        variant.is_some_and(|variant| question.is_before(next, &variant.id))
    })
}
