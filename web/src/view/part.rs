//! Parts of a whole.

use std::fmt;

/// A part of a whole, in ten-thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Part(u16);

impl Part {
    /// All of it.
    pub(crate) const WHOLE: Self = Self(10_000);

    /// `left` of `whole`; nothing if there is no whole.
    pub(crate) fn of(left: i64, whole: i64) -> Self {
        if whole <= 0 {
            return Self(0);
        }
        let part = i128::from(left.clamp(0, whole)) * 10_000 / i128::from(whole);
        u16::try_from(part).map_or(Self::WHOLE, Self)
    }
}

/// In percent, as style sheets read it: `83.33%`.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}%", self.0 / 100, self.0 % 100)
    }
}
