//! What the page shows, and how it changes. Pure: nothing here draws, waits or
//! asks a browser.

use crate::action::{Action, Pace};
use crate::address::Address;
use lockstep_engine::ScriptHost;
use lockstep_lesson::{CastError, Lesson, Variant};
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
    player: Player,
    playing: bool,
    pace: Pace,
}

/// A variant that was found in order.
struct Play {
    cast: Rc<Cast>,
    /// The lesson's schedule.
    given: Schedule,
}

/// A lesson that cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unplayable {
    /// It has no variants.
    #[error("it has no variants")]
    NoVariants,
    /// A variant is not in order.
    #[error("variant {0}: {1}")]
    Variant(String, CastError),
}

impl State {
    /// Shows what `address` says of `lesson`. What does not fit there is left
    /// out: an unknown variant is the first, an unreadable schedule the
    /// lesson's own, a step too far the last.
    ///
    /// # Errors
    ///
    /// The lesson is not in order.
    pub(crate) fn open(
        lesson: Rc<Lesson>,
        host: Rc<ScriptHost>,
        address: &Address,
    ) -> Result<Self, Unplayable> {
        let play = |variant: &Variant| {
            let cast = variant.cast(&lesson.schedule);
            let (cast, given) = cast.map_err(|e| Unplayable::Variant(variant.id.clone(), e))?;
            Ok(Play { cast: Rc::new(cast), given })
        };
        let plays: Rc<[Play]> = lesson.variants.iter().map(play).collect::<Result<_, _>>()?;
        let id = address.variant.as_deref();
        let variant = lesson.variants.iter().position(|v| Some(v.id.as_str()) == id);
        let variant = variant.unwrap_or(0);
        let play = plays.get(variant).ok_or(Unplayable::NoVariants)?;
        let schedule = address.schedule.as_deref().map(|text| Schedule::parse(text, &play.cast));
        let schedule = schedule.and_then(Result::ok);
        let schedule = schedule.filter(|schedule| schedule.choices.len() <= LONGEST_SCHEDULE);
        let schedule = schedule.unwrap_or_else(|| play.given.clone());
        let mut player = Player::new(Rc::clone(&play.cast), Rc::clone(&host), schedule);
        player.seek(address.step);
        let (playing, pace) = (false, Pace::default());
        Ok(Self { lesson, host, plays, variant, player, playing, pace })
    }

    /// The state after `action`.
    #[must_use]
    pub(crate) fn reduce(&self, action: Action) -> Self {
        let mut next = self.clone();
        next.playing = match action {
            Action::SetPace(_) | Action::Tell(_) | Action::Tick => self.playing,
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
            Action::SetVariant(variant) => next.set_variant(variant),
            Action::NextVariant => next.set_variant((self.variant + 1) % self.plays.len()),
            Action::Choose(choice) => next.choose(choice),
            Action::Rejoin => next.rejoin(),
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

    /// After how many steps the schedule is not the lesson's any more.
    pub(crate) fn forked_after(&self) -> Option<usize> {
        let (own, given) = (self.player.schedule().choices, &self.play().given.choices);
        let same = own.iter().zip(given).take_while(|(a, b)| a == b).count();
        (own.len() != same || given.len() != same).then_some(same)
    }

    /// What is told at this step; `None` before the first one, and on a path of
    /// the learner's own.
    pub(crate) fn narration(&self) -> Option<&str> {
        let (at, variant) = (self.player.at(), self.lesson.variants.get(self.variant)?);
        if self.forked_after().is_some_and(|step| at > step) {
            return None;
        }
        self.lesson.text(at, &variant.id)
    }

    /// The address of what is shown.
    pub(crate) fn address(&self) -> Address {
        let schedule = self.forked_after().map(|_| {
            let schedule = self.player.schedule();
            schedule.display(self.player.cast()).to_string()
        });
        Address {
            lesson: Some(self.lesson.id.clone()),
            variant: self.lesson.variants.get(self.variant).map(|v| v.id.clone()),
            step: self.player.at(),
            lang: Some(self.lesson.lang),
            schedule,
        }
    }

    fn play(&self) -> &Play {
        &self.plays[self.variant]
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

    fn set_variant(&mut self, variant: usize) {
        if variant < self.plays.len() && variant != self.variant {
            self.variant = variant;
            self.play_schedule(self.player.schedule());
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

    fn play_schedule(&mut self, schedule: Schedule) {
        let at = self.player.at();
        let cast = Rc::clone(&self.play().cast);
        self.player = Player::new(cast, Rc::clone(&self.host), schedule);
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
    }

    /// A lesson that is not in order changes nothing.
    fn opened(self, lesson: Rc<Lesson>, address: &Address) -> Self {
        let opened = Self::open(lesson, Rc::clone(&self.host), address);
        let (playing, pace) = (self.playing, self.pace);
        opened.map_or(self, |opened| Self { playing, pace, ..opened })
    }
}

#[cfg(test)]
#[path = "state_tests.rs"]
mod tests;
