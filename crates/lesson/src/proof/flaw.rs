//! Why a lesson is not proved.

use crate::{CastError, Violates};
use lockstep_scenario::{Limit, Property};

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
        "variant {variant}, step {step}: {client} cannot go on there; in the variant for which \
         the schedule was made every step must be possible"
    )]
    Impossible { variant: String, step: usize, client: String },
    #[error(
        "variant {variant}, step {step}: the server answers with an error, which `errors` does \
         not name: {text}"
    )]
    ErrorReply { variant: String, step: usize, text: String },
    #[error("variant {variant}, step {step}: `errors` names it, and the server answers with none")]
    NoErrorReply { variant: String, step: usize },
    #[error("variant {variant}, step {step}: nothing is told there")]
    Untold { variant: String, step: usize },
    #[error(
        "variant {variant} sends no command, so nothing of it can be compared with a real Redis; \
         let it send one, or say why in `not_compared`"
    )]
    NoCommand { variant: String },
    #[error("variant {variant}: costs.{what} says {told}, and it is {found}")]
    Costs { variant: String, what: String, told: String, found: String },
    #[error(
        "variant {variant} breaks {property} on some way, which `breaks` does not name: {schedule}"
    )]
    BreaksMore { variant: String, property: Property, schedule: String },
    #[error("variant {variant}: `breaks` names {property}, and no way breaks it")]
    BreaksLess { variant: String, property: Property },
    #[error("variant {variant}: {limit}")]
    NotExplored { variant: String, limit: Limit },
    #[error("{what} is keyed to step {step}, but {of} has {steps} steps")]
    NoSuchStep { what: String, of: String, step: usize, steps: usize },
    #[error("{what} is keyed to variant `{variant}`, which the lesson does not have")]
    NoSuchVariant { what: String, variant: String },
    #[error("prediction {question}: the right answer says {told}, and what happens is {found}")]
    Prediction { question: String, told: String, found: String },
    #[error("question {question}, step {step}: it says {told}, and what happens is {found}")]
    Walkthrough { question: String, step: usize, told: String, found: String },
    #[error("challenge: {0}")]
    Challenge(String),
}
