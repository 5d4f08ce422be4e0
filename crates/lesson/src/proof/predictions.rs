//! Whether the right answers are right.

use super::Flaw;
use crate::{Lesson, Outcome, Variant};
use lockstep_scenario::{EventKind, Player, Step};

/// The predictions about a variant that do not come true.
pub(super) fn flaws(lesson: &Lesson, variant: &Variant, player: &mut Player) -> Vec<Flaw> {
    player.seek(usize::MAX);
    let asked = lesson.questions.iter().filter_map(|question| {
        let asked = question.prediction.as_ref().filter(|asked| asked.variant == variant.id)?;
        let (told, found) = difference(player, &asked.outcome, asked.before)?;
        Some(Flaw::Prediction { question: question.id.clone(), told, found })
    });
    asked.collect()
}

/// What is said to happen at a step, and what happens instead; `None` if it is
/// so. `player` has played the step.
pub(super) fn difference(
    player: &Player,
    outcome: &Outcome,
    step: usize,
) -> Option<(String, String)> {
    let next = player.timeline().get(step.checked_sub(1)?..)?;
    let (told, found) = (in_words(outcome), happens(player, outcome, next));
    (told != found).then_some((told, found))
}

fn in_words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Reply(reply) => reply.clone(),
        Outcome::Enters(client) => format!("{client} enters"),
        Outcome::Acquires(client) => format!("{client} acquires"),
        Outcome::NobodyEnters => "nobody enters".to_owned(),
        Outcome::Violates(property) => format!("{property} is violated"),
        Outcome::Harmless => "nothing is violated".to_owned(),
    }
}

/// What happens instead, told in the same words.
fn happens(player: &Player, asked: &Outcome, next: &[Step]) -> String {
    let cast = player.cast();
    let first = next.first().map(|step| step.events.as_slice()).unwrap_or_default();
    let all = || next.iter().flat_map(|step| &step.events).map(|event| &event.kind);
    match asked {
        Outcome::Reply(_) => {
            let reply = first.iter().find_map(|event| match &event.kind {
                EventKind::Command { reply, .. } => reply.as_ref(),
                _ => None,
            });
            reply.map_or_else(|| "no reply".to_owned(), ToString::to_string)
        }
        Outcome::Enters(_) | Outcome::NobodyEnters => {
            let entered = all().find_map(|kind| match kind {
                EventKind::Entered { client, .. } => Some(*client),
                _ => None,
            });
            entered.map_or_else(
                || in_words(&Outcome::NobodyEnters),
                |client| in_words(&Outcome::Enters(cast.name(client).to_owned())),
            )
        }
        Outcome::Acquires(_) => {
            let acquired = all().find_map(|kind| match kind {
                EventKind::Acquired { client, outcome: Ok(_), .. } => Some(*client),
                _ => None,
            });
            acquired.map_or_else(
                || "nobody acquires".to_owned(),
                |client| in_words(&Outcome::Acquires(cast.name(client).to_owned())),
            )
        }
        Outcome::Violates(_) | Outcome::Harmless => {
            let violated = first.iter().find_map(|event| match &event.kind {
                EventKind::Violated(violation) => Some(violation.property()),
                _ => None,
            });
            in_words(&violated.map_or(Outcome::Harmless, Outcome::Violates))
        }
    }
}
