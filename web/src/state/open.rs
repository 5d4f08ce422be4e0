//! From an address to what is shown.

use super::{Attempt, LONGEST_SCHEDULE, Play, State, offer};
use crate::action::Pace;
use crate::address::Address;
use lockstep_engine::ScriptHost;
use lockstep_lesson::{CastError, Challenge, Lesson, Task, Variant};
use lockstep_scenario::{Faults, Player, Schedule};
use std::rc::Rc;

/// A lesson that cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unplayable {
    /// It has no variants.
    #[error("it has no variants")]
    NoVariants,
    /// A variant is not in order.
    #[error("variant {0}: {1}")]
    Variant(String, CastError),
    /// The challenge is not in order.
    #[error("challenge: {0}")]
    Challenge(CastError),
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
        let attempt = lesson.challenge.as_ref().map(Attempt::new).transpose();
        let attempt = attempt.map_err(Unplayable::Challenge)?;
        Self::open_with(lesson, host, address, attempt)
    }

    fn open_with(
        lesson: Rc<Lesson>,
        host: Rc<ScriptHost>,
        address: &Address,
        attempt: Option<Attempt>,
    ) -> Result<Self, Unplayable> {
        let play = |variant: &Variant| {
            let cast = variant.cast();
            let (cast, given) = cast.map_err(|e| Unplayable::Variant(variant.id.clone(), e))?;
            Ok(Play { cast: Rc::new(cast), given })
        };
        let plays: Rc<[Play]> = lesson.variants.iter().map(play).collect::<Result<_, _>>()?;
        let id = address.variant.as_deref();
        let variant = lesson.variants.iter().position(|v| Some(v.id.as_str()) == id);
        let variant = variant.unwrap_or(0);
        let mut attempt = attempt;
        let asked = attempt.as_mut().filter(|_| address.challenge);
        let in_challenge = asked.is_some();
        let play = asked.map(|attempt| &attempt.play).or_else(|| plays.get(variant));
        let play = play.ok_or(Unplayable::NoVariants)?;
        let schedule = address.schedule.as_deref().map(|text| Schedule::parse(text, &play.cast));
        let schedule = schedule.and_then(Result::ok);
        let schedule = schedule.filter(|schedule| schedule.choices.len() <= LONGEST_SCHEDULE);
        // What is to be broken is broken by what the challenge allows.
        let counted = lesson.challenge.as_ref().filter(|_| in_challenge).and_then(counted);
        let schedule = schedule.filter(|schedule| {
            counted.is_none_or(|faults| offer::is_offered(&play.cast, &host, schedule, faults))
        });
        let schedule = schedule.unwrap_or_else(|| play.given.clone());
        let mut player = Player::new(Rc::clone(&play.cast), Rc::clone(&host), schedule);
        player.seek(address.step);
        if let Some(attempt) = attempt.as_mut().filter(|_| !in_challenge) {
            attempt.stop();
        }
        let (playing, pace) = (false, Pace::default());
        Ok(Self { lesson, host, plays, variant, attempt, in_challenge, player, playing, pace })
    }

    /// A lesson that is not in order changes nothing. What the learner makes of
    /// a challenge stays as long as the lesson is the same.
    pub(super) fn opened(self, lesson: Rc<Lesson>, address: &Address) -> Self {
        let (host, kept) = (Rc::clone(&self.host), self.attempt.clone());
        let opened = match kept.filter(|_| lesson.id == self.lesson.id) {
            Some(kept) => Self::open_with(lesson, host, address, Some(kept)),
            None => Self::open(lesson, host, address),
        };
        let (playing, pace) = (self.playing, self.pace);
        opened.map_or(self, |opened| Self { playing, pace, ..opened })
    }
}

/// What may go wrong where the learner is to break something.
fn counted(challenge: &Challenge) -> Option<Faults> {
    let is_break = matches!(challenge.task, Task::Break { .. });
    is_break.then_some(challenge.scenario.faults)
}
