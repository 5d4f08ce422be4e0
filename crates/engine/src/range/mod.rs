//! Ranges as commands tell them: by rank, by score, by name.

mod name;
mod rank;
mod score;

pub(crate) use name::NameRange;
pub(crate) use rank::RankRange;
pub(crate) use score::ScoreRange;
