//! Ranges of names, compared byte by byte.

use crate::CommandError;

/// From one name to another: `[` before one takes it in, `(` leaves it out, `-`
/// and `+` are before and behind all names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NameRange<'a> {
    min: Bound<'a>,
    max: Bound<'a>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound<'a> {
    Lowest,
    Included(&'a [u8]),
    Excluded(&'a [u8]),
    Highest,
}

impl<'a> NameRange<'a> {
    /// Reads `min max`.
    pub(crate) fn parse(min: &'a [u8], max: &'a [u8]) -> Result<Self, CommandError> {
        Ok(Self { min: Bound::parse(min)?, max: Bound::parse(max)? })
    }

    /// Whether no name at all can be in it.
    pub(crate) fn is_empty(&self) -> bool {
        match (self.min, self.max) {
            (Bound::Highest, _) | (_, Bound::Lowest) => true,
            (Bound::Lowest, _) | (_, Bound::Highest) => false,
            (Bound::Included(min), Bound::Included(max)) => min > max,
            (
                Bound::Included(min) | Bound::Excluded(min),
                Bound::Included(max) | Bound::Excluded(max),
            ) => min >= max,
        }
    }

    /// Whether the name is not below the range.
    pub(crate) fn reaches_up_to(&self, name: &[u8]) -> bool {
        match self.min {
            Bound::Lowest => true,
            Bound::Included(min) => name >= min,
            Bound::Excluded(min) => name > min,
            Bound::Highest => false,
        }
    }

    /// Whether the name is not above the range.
    pub(crate) fn goes_on_to(&self, name: &[u8]) -> bool {
        match self.max {
            Bound::Lowest => false,
            Bound::Included(max) => name <= max,
            Bound::Excluded(max) => name < max,
            Bound::Highest => true,
        }
    }
}

impl<'a> Bound<'a> {
    fn parse(word: &'a [u8]) -> Result<Self, CommandError> {
        match word {
            // Redis looks no further than a zero byte.
            [b'-'] | [b'-', 0, ..] => Ok(Self::Lowest),
            [b'+'] | [b'+', 0, ..] => Ok(Self::Highest),
            [b'[', name @ ..] => Ok(Self::Included(name)),
            [b'(', name @ ..] => Ok(Self::Excluded(name)),
            _ => Err(CommandError::InvalidNameRange),
        }
    }
}
