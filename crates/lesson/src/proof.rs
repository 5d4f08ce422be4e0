//! The proof of a lesson: it is played, and must do what it says.

use crate::{CastError, Lesson, Variant, Violates};
use lockstep_engine::ScriptHost;
use lockstep_resp::Reply;
use lockstep_scenario::{EventKind, Player};
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
}

/// Why a lesson is not proved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each is its text")]
pub enum Flaw {
    #[error("variant {variant}: {error}")]
    Cast { variant: String, error: CastError },
    #[error(
        "variant {variant} should violate {} after step {}, and does not",
        .expected.property, .expected.step
    )]
    NotViolated { variant: String, expected: Violates },
    #[error("variant {variant} violates {} after step {}: {sentence}", .found.property, .found.step)]
    Unexpected { variant: String, found: Violates, sentence: String },
    #[error(
        "variant {variant}, step {step}: {client} cannot go on there; in the first variant \
         every step must be possible"
    )]
    Impossible { variant: String, step: usize, client: String },
    #[error("variant {variant}, step {step}: the server answers with an error: {text}")]
    ErrorReply { variant: String, step: usize, text: String },
    #[error("variant {variant}, step {step}: nothing is told there")]
    Untold { variant: String, step: usize },
    #[error("a text is keyed to step {step}, but the schedule has {steps} steps")]
    NoSuchStep { step: usize, steps: usize },
    #[error("a text is keyed to variant `{variant}`, which the lesson does not have")]
    NoSuchVariant { variant: String },
}

/// Plays every variant of a lesson.
///
/// # Errors
///
/// Everything that the lesson says and that is not so.
pub fn prove(lesson: &Lesson) -> Result<Vec<Proof>, Vec<Flaw>> {
    let host = Rc::new(ScriptHost::new());
    let (mut proofs, mut flaws) = (Vec::new(), Vec::new());
    for (index, variant) in lesson.variants.iter().enumerate() {
        match play(lesson, variant, index == 0, &host, &mut flaws) {
            Ok(proof) => proofs.push(proof),
            Err(error) => flaws.push(Flaw::Cast { variant: variant.id.clone(), error }),
        }
    }
    let steps = proofs.iter().map(|proof| proof.steps).max().unwrap_or(0);
    flaws.extend(stray_texts(lesson, steps));
    if flaws.is_empty() { Ok(proofs) } else { Err(flaws) }
}

fn play(
    lesson: &Lesson,
    variant: &Variant,
    is_first: bool,
    host: &Rc<ScriptHost>,
    flaws: &mut Vec<Flaw>,
) -> Result<Proof, CastError> {
    let (cast, schedule) = variant.cast(&lesson.schedule)?;
    let mut player = Player::new(Rc::new(cast), Rc::clone(host), schedule);
    let mut violated = Vec::new();
    let name = || variant.id.clone();
    while player.step() {
        let step = player.at();
        if lesson.text(step, &variant.id).is_none() {
            flaws.push(Flaw::Untold { variant: name(), step });
        }
        for event in player.timeline().last().into_iter().flat_map(|s| &s.events) {
            match &event.kind {
                EventKind::StillWaiting { client } if is_first => {
                    let client = player.cast().name(*client).to_owned();
                    flaws.push(Flaw::Impossible { variant: name(), step, client });
                }
                EventKind::Command { reply: Some(Reply::Error(text)), .. }
                | EventKind::Arrived { reply: Some(Reply::Error(text)), .. } => {
                    let text = String::from_utf8_lossy(text).into_owned();
                    flaws.push(Flaw::ErrorReply { variant: name(), step, text });
                }
                EventKind::Violated(violation) => {
                    let found = Violates { step, property: violation.property() };
                    violated.push(found);
                    if !variant.violates.contains(&found) {
                        let sentence = violation.sentence(player.cast());
                        flaws.push(Flaw::Unexpected { variant: name(), found, sentence });
                    }
                }
                _ => {}
            }
        }
    }
    let missing = variant.violates.iter().filter(|v| !violated.contains(v));
    flaws.extend(missing.map(|&expected| Flaw::NotViolated { variant: name(), expected }));
    Ok(Proof { variant: name(), steps: player.len(), violated })
}

fn stray_texts(lesson: &Lesson, steps: usize) -> impl Iterator<Item = Flaw> {
    lesson.steps.iter().filter_map(move |text| {
        let variant = text.variant.as_deref();
        if let Some(variant) = variant.filter(|id| lesson.variant(id).is_none()) {
            let variant = variant.to_owned();
            return Some(Flaw::NoSuchVariant { variant });
        }
        let step = text.step;
        (step == 0 || step > steps).then_some(Flaw::NoSuchStep { step, steps })
    })
}
