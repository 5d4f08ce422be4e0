//! Ranges of scores.

use crate::CommandError;
use crate::value::Score;

/// From one score to another; `(` before one leaves it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScoreRange {
    min: Bound,
    max: Bound,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bound {
    score: Score,
    is_excluded: bool,
}

impl ScoreRange {
    /// Reads `min max`.
    pub(crate) fn parse(min: &[u8], max: &[u8]) -> Result<Self, CommandError> {
        Ok(Self { min: Bound::parse(min)?, max: Bound::parse(max)? })
    }

    /// Whether the score is not below the range.
    pub(crate) fn reaches_up_to(&self, score: Score) -> bool {
        let Bound { score: min, is_excluded } = self.min;
        score > min || (score == min && !is_excluded)
    }

    /// Whether the score is not above the range.
    pub(crate) fn goes_on_to(&self, score: Score) -> bool {
        let Bound { score: max, is_excluded } = self.max;
        score < max || (score == max && !is_excluded)
    }
}

impl Bound {
    fn parse(word: &[u8]) -> Result<Self, CommandError> {
        let (is_excluded, number) = match word {
            [b'(', number @ ..] => (true, number),
            number => (false, number),
        };
        let score = Score::parse_bound(number).ok_or(CommandError::InvalidScoreRange)?;
        Ok(Self { score, is_excluded })
    }
}
