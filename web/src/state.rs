//! What the page shows, and how it changes. Pure: nothing here draws, waits or
//! asks a browser.

mod attempt;
mod challenge;
mod offer;
mod open;

pub(crate) use attempt::{Attempt, Check};
pub(crate) use offer::Offer;

use crate::action::{Action, Pace};
use crate::address::Address;
use lockstep_engine::ScriptHost;
use lockstep_lesson::Lesson;
use lockstep_scenario::{Cast, Choice, EventKind, Player, Schedule};
use std::rc::Rc;

/// The longest schedule that is taken from an address or that choosing makes:
/// a page of rows that a browser draws at once.
const LONGEST_SCHEDULE: usize = 300;

/// What the page shows.
#[derive(Clone)]
pub(crate) struct State {
    lesson: Rc<Lesson>,
    host: Rc<ScriptHost>,
    /// One for each variant of the lesson.
    plays: Rc<[Play]>,
    variant: usize,
    /// What the learner makes of the lesson's challenge, if it has one.
    attempt: Option<Attempt>,
    /// Whether the stage shows the challenge, and not the variant.
    in_challenge: bool,
    player: Player,
    playing: bool,
    pace: Pace,
}

/// What was found in order, to be played.
#[derive(Clone)]
struct Play {
    cast: Rc<Cast>,
    /// The lesson's schedule.
    given: Schedule,
}

impl State {
    /// The state after `action`.
    #[must_use]
    pub(crate) fn reduce(&self, action: Action) -> Self {
        let mut next = self.clone();
        next.playing = match action {
            Action::SetPace(_) | Action::Tell(_) | Action::Tick | Action::Try(_) => self.playing,
            _ => false,
        };
        match action {
            Action::Forward => _ = next.player.step(),
            Action::Back => _ = next.player.back(),
            Action::First => _ = next.player.seek(0),
            Action::Last => _ = next.player.seek(usize::MAX),
            Action::Seek(step) => _ = next.player.seek(step),
            Action::TogglePlaying => next.toggle_playing(self.playing),
            Action::Tick => next.tick(),
            Action::SetPace(pace) => next.pace = pace,
            Action::SetVariant(_) | Action::NextVariant if self.in_challenge => {}
            Action::SetVariant(variant) => next.set_variant(variant),
            Action::NextVariant => next.set_variant((self.variant + 1) % self.plays.len()),
            Action::Choose(choice) => next.choose(choice),
            Action::Rejoin => next.rejoin(),
            Action::Try(trial) => next.attempt(trial),
            Action::Tell(lesson) => return next.opened(lesson, &self.address()),
            Action::Go(address) => return next.opened(Rc::clone(&self.lesson), &address),
            Action::Open(lesson, address) => return next.opened(lesson, &address),
        }
        next
    }

    /// The lesson with its texts.
    pub(crate) fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// The scenario being played.
    pub(crate) fn cast(&self) -> Rc<Cast> {
        Rc::clone(&self.play().cast)
    }

    /// Which variant is shown.
    pub(crate) fn variant(&self) -> usize {
        self.variant
    }

    /// The player, at the step shown.
    pub(crate) fn player(&self) -> &Player {
        &self.player
    }

    /// Whether it plays by itself.
    pub(crate) fn playing(&self) -> bool {
        self.playing
    }

    /// How fast it plays by itself.
    pub(crate) fn pace(&self) -> Pace {
        self.pace
    }

    /// Whether the learner may add a step here.
    pub(crate) fn may_choose(&self) -> bool {
        self.player.at() < LONGEST_SCHEDULE
    }

    /// What runs scripts.
    pub(crate) fn host(&self) -> &Rc<ScriptHost> {
        &self.host
    }

    /// After how many steps the schedule is not the lesson's any more. Nothing
    /// in a challenge is the lesson's.
    pub(crate) fn forked_after(&self) -> Option<usize> {
        if self.in_challenge {
            return Some(0);
        }
        let (own, given) = (self.player.schedule().choices, &self.play().given.choices);
        let same = own.iter().zip(given).take_while(|(a, b)| a == b).count();
        (own.len() != same || given.len() != same).then_some(same)
    }

    /// What is told at this step; `None` before the first one, and on a path of
    /// the learner's own.
    pub(crate) fn narration(&self) -> Option<&str> {
        let (at, variant) = (self.player.at(), self.lesson.variants.get(self.variant)?);
        if self.in_challenge || self.forked_after().is_some_and(|step| at > step) {
            return None;
        }
        self.lesson.text(at, &variant.id)
    }

    /// The address of what is shown.
    pub(crate) fn address(&self) -> Address {
        let forked = self.forked_after().filter(|_| !self.in_challenge || !self.player.is_empty());
        let schedule = forked.map(|_| {
            let schedule = self.player.schedule();
            schedule.display(self.player.cast()).to_string()
        });
        let variant = self.lesson.variants.get(self.variant).filter(|_| !self.in_challenge);
        Address {
            lesson: Some(self.lesson.id.clone()),
            variant: variant.map(|variant| variant.id.clone()),
            challenge: self.in_challenge,
            step: self.player.at(),
            lang: Some(self.lesson.lang),
            schedule,
            ..Address::default()
        }
    }

    fn play(&self) -> &Play {
        let shown = self.attempt.as_ref().filter(|_| self.in_challenge);
        shown.map_or(&self.plays[self.variant], |attempt| &attempt.play)
    }

    fn toggle_playing(&mut self, was_playing: bool) {
        if was_playing {
            return;
        }
        if self.player.at() == self.player.len() {
            self.player.seek(0);
        }
        self.playing = !self.player.is_empty();
    }

    /// Playing ends where something is violated, so that it is seen.
    fn tick(&mut self) {
        if !self.playing {
            return;
        }
        let moved = self.player.step();
        let at_end = self.player.at() == self.player.len();
        let events = self.player.timeline().last().map(|step| step.events.as_slice());
        let violated = events
            .unwrap_or_default()
            .iter()
            .any(|event| matches!(event.kind, EventKind::Violated(_)));
        self.playing = moved && !at_end && !violated;
    }

    /// The learner's own schedule goes over to the other variant; the lesson's
    /// does where both share it, and else the other's begins.
    fn set_variant(&mut self, variant: usize) {
        let Some(play) = self.plays.get(variant).filter(|_| variant != self.variant) else {
            return;
        };
        let forked = self.forked_after().is_some();
        let shared = play.given == self.play().given;
        let given = play.given.clone();
        self.variant = variant;
        match forked || shared {
            true => self.play_schedule(self.player.schedule()),
            false => self.play_from(given),
        }
    }

    /// Back to where the learner left the lesson's schedule.
    fn rejoin(&mut self) {
        if let Some(forked_after) = self.forked_after() {
            let at = self.player.at().min(forked_after);
            self.play_schedule(self.play().given.clone());
            self.player.seek(at);
        }
    }

    /// Plays a schedule from before its first step.
    fn play_from(&mut self, schedule: Schedule) {
        let cast = Rc::clone(&self.play().cast);
        self.player = Player::new(cast, Rc::clone(&self.host), schedule);
    }

    /// Plays a schedule up to the step shown.
    fn play_schedule(&mut self, schedule: Schedule) {
        let at = self.player.at();
        self.play_from(schedule);
        self.player.seek(at);
    }

    /// A choice that the schedule makes too does not leave it.
    fn choose(&mut self, choice: Choice) {
        let planned = self.player.schedule().choices.get(self.player.at()).copied();
        if planned == Some(choice) {
            self.player.step();
        } else if self.may_choose() {
            self.player.fork(choice);
        }
        self.note_broken();
    }
}

#[cfg(test)]
#[path = "state_tests.rs"]
mod tests;
