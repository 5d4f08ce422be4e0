//! The proof of a lesson: it is played, and must do what it says.

mod challenge;
mod explored;
mod flaw;
mod interview;
mod predictions;
mod texts;

pub use flaw::Flaw;
pub use interview::prove_interview;

use crate::{CastError, Lesson, Variant, Violates};
use lockstep_engine::ScriptHost;
use lockstep_resp::Reply;
use lockstep_scenario::{EventKind, Measured, Player, Step, script_host};
use std::rc::Rc;

/// A variant that was played: what it violates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The variant's name.
    pub variant: String,
    /// How many steps were played.
    pub steps: usize,
    /// What was violated, in order.
    pub violated: Vec<Violates>,
    /// How many states were looked at, where the lesson says what any way can
    /// violate.
    pub states: Option<usize>,
}

/// Plays every variant of a lesson, and explores what it speaks of in general.
///
/// # Errors
///
/// Everything that the lesson says and that is not so.
pub fn prove(lesson: &Lesson) -> Result<Vec<Proof>, Vec<Flaw>> {
    let host = script_host();
    let (mut proofs, mut flaws) = (Vec::new(), Vec::new());
    for variant in &lesson.variants {
        let mut attempt = Attempt { lesson, variant, host: &host, flaws: &mut flaws };
        match attempt.play() {
            Ok(proof) => proofs.push(proof),
            Err(error) => flaws.push(Flaw::Cast { variant: variant.id.clone(), error }),
        }
    }
    let steps = |id: &str| proofs.iter().find(|proof| proof.variant == id).map(|p| p.steps);
    flaws.extend(texts::stray(lesson, steps));
    flaws.extend(challenge::flaw(lesson, &host));
    if flaws.is_empty() { Ok(proofs) } else { Err(flaws) }
}

/// A variant that is played.
struct Attempt<'a> {
    lesson: &'a Lesson,
    variant: &'a Variant,
    host: &'a Rc<ScriptHost>,
    flaws: &'a mut Vec<Flaw>,
}

impl Attempt<'_> {
    fn play(&mut self) -> Result<Proof, CastError> {
        let (cast, schedule) = self.variant.cast()?;
        let cast = Rc::new(cast);
        let mut player = Player::new(Rc::clone(&cast), Rc::clone(self.host), schedule);
        let (mut violated, mut errors) = (Vec::new(), Vec::new());
        while player.step() {
            let step = player.at();
            if self.lesson.text(step, &self.variant.id).is_none() {
                self.flaws.push(Flaw::Untold { variant: self.variant.id.clone(), step });
            }
            let taken = player.timeline().last();
            if let Some(taken) = taken {
                self.look(&player, step, taken, &mut violated);
                errors.extend(error(taken).map(|text| (step, text)));
            }
        }
        let missing = self.variant.violates.iter().filter(|v| !violated.contains(v));
        let variant = || self.variant.id.clone();
        let missing = missing.map(|&expected| Flaw::NotViolated { variant: variant(), expected });
        self.flaws.extend(missing);
        self.errors(&errors);
        self.costs(&player);
        if Measured::of(&player).commands == 0 && self.lesson.not_compared.is_none() {
            self.flaws.push(Flaw::NoCommand { variant: variant() });
        }
        self.flaws.extend(predictions::flaws(self.lesson, self.variant, &mut player));
        let states = explored::states(self.variant, &cast, self.host, self.flaws);
        Ok(Proof { variant: variant(), steps: player.len(), violated, states })
    }

    fn look(&mut self, player: &Player, step: usize, taken: &Step, violated: &mut Vec<Violates>) {
        let variant = || self.variant.id.clone();
        for event in &taken.events {
            match &event.kind {
                EventKind::StillWaiting { client } | EventKind::AtItsEnd { client }
                    if !self.variant.borrowed =>
                {
                    let client = player.cast().name(*client).to_owned();
                    self.flaws.push(Flaw::Impossible { variant: variant(), step, client });
                }
                EventKind::Violated(violation) => {
                    let found = Violates { step, property: violation.property() };
                    violated.push(found);
                    if !self.variant.violates.contains(&found) {
                        let sentence = violation.sentence(player.cast());
                        let variant = variant();
                        self.flaws.push(Flaw::Unexpected { variant, found, sentence });
                    }
                }
                _ => {}
            }
        }
    }

    /// Errors are told of beforehand.
    fn errors(&mut self, found: &[(usize, String)]) {
        let variant = || self.variant.id.clone();
        let told = &self.variant.errors;
        let missing = told.iter().filter(|step| !found.iter().any(|(at, _)| at == *step));
        let missing = missing.map(|&step| Flaw::NoErrorReply { variant: variant(), step });
        let extra = found.iter().filter(|(step, _)| !told.contains(step));
        let extra = extra.map(|(step, text)| {
            let (step, text) = (*step, text.clone());
            Flaw::ErrorReply { variant: variant(), step, text }
        });
        self.flaws.extend(missing.chain(extra));
    }

    fn costs(&mut self, player: &Player) {
        let (costs, found) = (&self.variant.costs, Measured::of(player));
        let mut wrong = |what: &str, told: String, found: String| {
            let (variant, what) = (self.variant.id.clone(), what.to_owned());
            self.flaws.push(Flaw::Costs { variant, what, told, found });
        };
        if let Some(told) = costs.commands.filter(|told| *told != found.commands) {
            wrong("commands", told.to_string(), found.commands.to_string());
        }
        if let Some(told) = costs.lasted_ms.filter(|told| *told != found.lasted_ms) {
            wrong("lasted_ms", told.to_string(), found.lasted_ms.to_string());
        }
        for (client, told) in &costs.waited_ms {
            let index = player.cast().client(client);
            let waited_ms = index.and_then(|index| found.waited_ms.get(index.0)).copied();
            if waited_ms != Some(*told) {
                let found = waited_ms.map_or_else(|| "nobody".to_owned(), |ms| ms.to_string());
                wrong(&format!("waited_ms.{client}"), told.to_string(), found);
            }
        }
    }
}

/// The error with which a server answers in a step. That it does not know a
/// script is none: it is told it.
fn error(taken: &Step) -> Option<String> {
    taken.events.iter().find_map(|event| match &event.kind {
        EventKind::Command { reply: Some(Reply::Error(text)), .. }
        | EventKind::Arrived { reply: Some(Reply::Error(text)), .. }
            if !text.starts_with(b"NOSCRIPT ") =>
        {
            Some(String::from_utf8_lossy(text).into_owned())
        }
        _ => None,
    })
}
