//! Scores: how they compare, are read and are written.

use crate::number::LongDouble;
use lockstep_lua51::format_number;
use lockstep_resp::{Blob, Reply};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// Up to this amount a whole score is kept as an integer in a small sorted set.
const MAX_INTEGER: f64 = 4_611_686_018_427_387_904.0;

/// A score: any double but "not a number". Both zeros are equal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Score(f64);

impl Score {
    pub(crate) const ZERO: Self = Self(0.0);

    /// The score, unless it is not a number.
    pub(crate) fn new(score: f64) -> Option<Self> {
        (!score.is_nan()).then_some(Self(score))
    }

    /// Reads a double as commands do (`string2d`): decimal or hexadecimal, or
    /// infinite; no spaces, nothing beyond what a double can hold.
    pub(crate) fn parse(word: &[u8]) -> Option<Self> {
        let number = parse_double(word)?;
        let infinite_by_name = !word.iter().any(u8::is_ascii_digit);
        let lost = number.is_infinite() && !infinite_by_name || number == 0.0 && !is_zero(word);
        if lost { None } else { Self::new(number) }
    }

    /// Reads a double as the bounds of ranges are read, by C's `strtod` alone:
    /// spaces before it are fine, nothing at all is zero, a zero byte ends the
    /// text, and what is too large is infinite.
    pub(crate) fn parse_bound(word: &[u8]) -> Option<Self> {
        let text = word.split(|&byte| byte == 0).next().unwrap_or_default();
        if text.is_empty() {
            return Self::new(0.0);
        }
        let is_space = |byte: &u8| matches!(byte, b' ' | b'\t'..=b'\r');
        let start = text.iter().position(|byte| !is_space(byte))?;
        Self::new(parse_double(&text[start..])?)
    }

    pub(crate) fn get(self) -> f64 {
        self.0
    }

    /// The same without the sign of zero, which a small sorted set does not keep.
    pub(crate) fn without_negative_zero(self) -> Self {
        Self(self.0 + 0.0)
    }

    /// It less so many milliseconds, as a double can hold that.
    pub(super) fn shifted(self, by_ms: i64) -> Self {
        Self(self.0 - by_ms as f64)
    }

    /// The reply that tells it.
    pub(crate) fn reply(self) -> Reply {
        Reply::Double(self.text())
    }

    /// It with up to 17 digits.
    pub(crate) fn text(self) -> Blob {
        format_number(self.0, 17).into()
    }

    /// How ZSCAN tells it of a small sorted set: whole numbers with all digits.
    pub(crate) fn scanned(self) -> Blob {
        if self.0.fract() == 0.0 && self.0.abs() <= MAX_INTEGER {
            (self.0 as i64).to_string().into_bytes().into()
        } else {
            self.text()
        }
    }
}

impl PartialEq for Score {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Score {}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        // There is an order, since none is not a number.
        self.0.partial_cmp(&other.0).unwrap_or(Ordering::Equal)
    }
}

impl Hash for Score {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.without_negative_zero().0.to_bits().hash(hasher);
    }
}

/// A double as C's `strtod` reads it, all of the word.
fn parse_double(word: &[u8]) -> Option<f64> {
    let is_hex = word.iter().any(|byte| byte.eq_ignore_ascii_case(&b'x'));
    if !is_hex {
        return std::str::from_utf8(word).ok()?.parse().ok();
    }
    let sign = if word.first() == Some(&b'-') { -1.0 } else { 1.0 };
    match LongDouble::parse(word)? {
        LongDouble::Infinite => None,
        LongDouble::Finite { significand, exponent, .. } => {
            Some(sign * times_power_of_two(significand as f64, exponent))
        }
    }
}

/// Two steps, since the power alone may be out of a double's range.
fn times_power_of_two(number: f64, exponent: i64) -> f64 {
    let exponent = i32::try_from(exponent).unwrap_or(i32::MIN / 2).clamp(-2_000, 2_000);
    let half = exponent / 2;
    number * 2f64.powi(half) * 2f64.powi(exponent - half)
}

/// Whether every digit of the number is a zero.
fn is_zero(word: &[u8]) -> bool {
    let is_hex = word.iter().any(|byte| byte.eq_ignore_ascii_case(&b'x'));
    let mark = if is_hex { b'p' } else { b'e' };
    let digits = word.split(|byte| byte.eq_ignore_ascii_case(&mark)).next().unwrap_or_default();
    digits.iter().all(|byte| !byte.is_ascii_hexdigit() || *byte == b'0')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(score: Option<Score>) -> Option<String> {
        let Some(Reply::Double(text)) = score.map(Score::reply) else { return None };
        Some(String::from_utf8_lossy(&text).into_owned())
    }

    #[test]
    fn scores_are_read_as_doubles_and_nothing_else() {
        let check = |word: &str, shown: Option<&str>| {
            assert_eq!(text(Score::parse(word.as_bytes())).as_deref(), shown, "{word}");
        };
        for (word, shown) in [
            ("1", "1"),
            ("-0", "-0"),
            ("+1.5e3", "1500"),
            (".5", "0.5"),
            ("0x10", "16"),
            ("-0X1P-2", "-0.25"),
            ("Inf", "inf"),
            ("-infinity", "-inf"),
            ("0e999", "0"),
            ("0x0p9", "0"),
            ("5e-324", "4.9406564584124654e-324"),
            ("0x1p-1074", "4.9406564584124654e-324"),
            ("0x1p1023", "8.9884656743115795e+307"),
            ("1e17", "1e+17"),
        ] {
            check(word, Some(shown));
        }
        for refused in [
            "",
            " 1",
            "1 ",
            "x",
            "nan",
            "1x",
            "1e",
            "1e400",
            "-1e400",
            "1e-400",
            "0x1p1024",
            "0x1p-1076",
            "0x",
            "1\0",
        ] {
            check(refused, None);
        }
    }

    #[test]
    fn bounds_are_read_more_freely() {
        let check = |word: &str, shown: Option<&str>| {
            assert_eq!(text(Score::parse_bound(word.as_bytes())).as_deref(), shown, "{word}");
        };
        check("", Some("0"));
        check(" \t1", Some("1"));
        check("1\0x", Some("1"));
        check("1e400", Some("inf"));
        check("1e-400", Some("0"));
        for refused in [" ", "1 ", "nan", "x", "(1"] {
            check(refused, None);
        }
    }
}
