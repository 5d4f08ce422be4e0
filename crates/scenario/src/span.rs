//! Lengths of time as people write them.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A length of time, written `250ms`, `30s`, `5m` or `1h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Span {
    /// The length in milliseconds, at least 1 and at most a year.
    ms: u64,
}

const UNITS: [(&str, u64); 4] = [("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1)];
const YEAR_MS: u64 = 365 * 24 * 3_600_000;

/// A text that is no length of time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is no length of time; write 250ms, 30s, 5m or 1h, from 1ms up to a year")]
pub struct SpanError {
    /// The text.
    pub found: String,
}

impl Span {
    /// The length in milliseconds.
    pub fn as_ms(self) -> u64 {
        self.ms
    }
}

impl FromStr for Span {
    type Err = SpanError;

    fn from_str(text: &str) -> Result<Self, SpanError> {
        let error = || SpanError { found: text.to_owned() };
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (amount, unit) = text.split_at(digits);
        let amount: u64 = amount.parse().map_err(|_| error())?;
        let (_, unit_ms) = UNITS.iter().find(|(name, _)| *name == unit).ok_or_else(error)?;
        let ms = amount.checked_mul(*unit_ms);
        let ms = ms.filter(|ms| (1..=YEAR_MS).contains(ms)).ok_or_else(error)?;
        Ok(Self { ms })
    }
}

impl TryFrom<String> for Span {
    type Error = SpanError;

    fn try_from(text: String) -> Result<Self, SpanError> {
        text.parse()
    }
}

impl From<Span> for String {
    fn from(span: Span) -> Self {
        span.to_string()
    }
}

/// In the largest unit that says it exactly.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exact = UNITS.iter().find(|(_, unit_ms)| self.ms.is_multiple_of(*unit_ms));
        let (name, unit_ms) = exact.unwrap_or(&("ms", 1));
        write!(f, "{}{name}", self.ms / unit_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_time_are_read_and_printed() {
        let check = |text: &str, ms: u64, printed: &str| {
            let span: Span = text.parse().expect(text);
            assert_eq!((span.as_ms(), span.to_string().as_str()), (ms, printed));
        };
        check("30s", 30_000, "30s");
        check("60s", 60_000, "1m");
        check("1500ms", 1500, "1500ms");
        check("24h", 86_400_000, "24h");
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", "30", "s", "0s", "-1s", "1.5s", "30 s", "30sec", "99999999999h", "９s"] {
            let error = text.parse::<Span>().unwrap_err();
            assert_eq!(error.found, text);
        }
    }
}
