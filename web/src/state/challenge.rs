//! The challenge, while it is shown.

use super::attempt::Staged;
use super::{Attempt, Offer, State, offer};
use crate::action::Trial;
use lockstep_lesson::{Challenge, Task, is_broken};
use lockstep_scenario::{EventKind, Faults};

impl State {
    /// The challenge and what the learner makes of it, while it is shown.
    pub(crate) fn challenge(&self) -> Option<(&Challenge, &Attempt)> {
        let shown = self.attempt.as_ref().filter(|_| self.in_challenge);
        self.lesson.challenge.as_ref().zip(shown)
    }

    /// What may still go wrong here, in a challenge.
    pub(crate) fn left(&self) -> Option<Faults> {
        let (challenge, _) = self.challenge()?;
        Some(challenge.scenario.faults.minus(&self.player.faults()))
    }

    /// What the learner may choose here.
    pub(crate) fn offers(&self) -> Vec<Offer> {
        if !self.may_choose() {
            return Vec::new();
        }
        offer::offers(self.player.cast(), self.player.world(), self.left().as_ref())
    }

    /// After how many steps what was to be broken was broken, if it is.
    pub(crate) fn broken_after(&self) -> Option<usize> {
        let (challenge, _) = self.challenge()?;
        let Task::Break { goal, .. } = &challenge.task else { return None };
        let steps = self.player.timeline();
        let first = steps.iter().position(|step| {
            step.events.iter().any(
                |event| matches!(&event.kind, EventKind::Violated(what) if what.property() == *goal),
            )
        })?;
        is_broken(challenge, &self.player).then_some(first + 1)
    }

    pub(super) fn attempt(&mut self, trial: Trial) {
        let Some(challenge) = &self.lesson.challenge else { return };
        let Some(attempt) = self.attempt.as_mut().filter(|_| self.in_challenge) else { return };
        match attempt.reduce(challenge, trial) {
            Staged::Same => {}
            Staged::Again => self.play_schedule(self.player.schedule()),
            Staged::From(schedule) => {
                self.playing = false;
                self.play_from(schedule);
            }
        }
    }

    /// Whoever has just taken the step that breaks it has met the challenge.
    pub(super) fn note_broken(&mut self) {
        let broken = self.broken_after().is_some();
        if let Some(attempt) = self.attempt.as_mut().filter(|_| broken) {
            attempt.is_solved = true;
        }
    }
}

#[cfg(test)]
mod tests;
