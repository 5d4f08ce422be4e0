//! Texts that are keyed to nothing.

use super::Flaw;
use crate::Lesson;

/// Texts, claims and questions about a variant or a step that is not there.
pub(super) fn stray(lesson: &Lesson, steps: impl Fn(&str) -> Option<usize>) -> Vec<Flaw> {
    let longest = lesson.variants.iter().filter_map(|variant| steps(&variant.id)).max();
    let told = lesson.steps.iter().map(|told| {
        let variant = told.variant.as_deref();
        ("a text".to_owned(), variant, told.step)
    });
    let claims = lesson
        .claims
        .iter()
        .map(|claim| (format!("claim {}", claim.id), Some(claim.variant.as_str()), claim.step));
    let asked = lesson.questions.iter().filter_map(|question| {
        let asked = question.prediction.as_ref()?;
        Some((format!("question {}", question.id), Some(asked.variant.as_str()), asked.before))
    });
    let mut flaws = Vec::new();
    for (what, variant, step) in told.chain(claims).chain(asked) {
        let steps = match variant {
            None => longest,
            Some(id) if lesson.variant(id).is_none() => {
                flaws.push(Flaw::NoSuchVariant { what, variant: id.to_owned() });
                continue;
            }
            // A variant that could not be played has a flaw of its own.
            Some(id) => steps(id),
        };
        if let Some(steps) = steps.filter(|steps| step == 0 || step > *steps) {
            let named = |id| format!("variant {id}");
            let of = variant.map_or_else(|| "the longest variant".to_owned(), named);
            flaws.push(Flaw::NoSuchStep { what, of, step, steps });
        }
    }
    flaws
}
