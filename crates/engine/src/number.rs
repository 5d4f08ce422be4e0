//! Numbers as Redis reads, adds and prints them.

use crate::args::parse_i64;
use crate::natural::Natural;
use std::fmt;

/// The longest text that is read as a float, in bytes.
const MAX_FLOAT_LENGTH: usize = 5 * 1024 - 1;
/// Bits of a significand.
const PRECISION: u32 = 64;
/// The exponent of the smallest number above zero.
const MIN_EXPONENT: i64 = -16_445;
/// The first power of two that is too large.
const TOO_LARGE_EXPONENT: i64 = 16_384;
/// How many digits behind the point are printed.
const DECIMALS: usize = 17;

/// A `long double` as Redis computes with it on x86-64, of 64 significant bits:
/// what `INCRBYFLOAT` and `HINCRBYFLOAT` add. Reading, adding and printing give
/// the digits that the C library gives there; no `f64` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LongDouble {
    Finite {
        negative: bool,
        /// The number is `significand * 2^exponent`.
        significand: u64,
        exponent: i64,
    },
    Infinite,
}

impl LongDouble {
    pub(crate) const ZERO: Self = Self::Finite { negative: false, significand: 0, exponent: 0 };

    /// A float as Redis reads it (`string2ld`): decimal or hexadecimal, with an
    /// exponent if need be, or infinite, in any case; no spaces, nothing beyond
    /// what a `long double` can hold.
    pub(crate) fn parse(word: &[u8]) -> Option<Self> {
        if word.len() > MAX_FLOAT_LENGTH {
            return None;
        }
        let (negative, digits) = match word {
            [b'-', digits @ ..] => (true, digits),
            [b'+', digits @ ..] => (false, digits),
            digits => (false, digits),
        };
        if digits.eq_ignore_ascii_case(b"inf") || digits.eq_ignore_ascii_case(b"infinity") {
            return Some(Self::Infinite);
        }
        match digits {
            [b'0', b'x' | b'X', digits @ ..] => {
                let (number, exponent) = scan(digits, 16, b'p')?;
                round(negative, &number, exponent, false)
            }
            digits => {
                let (number, exponent) = scan(digits, 10, b'e')?;
                round_decimal(negative, number, exponent)
            }
        }
    }

    /// The sum, rounded; `None` if it is infinite or not a number.
    pub(crate) fn add(self, other: Self) -> Option<Self> {
        let (Self::Finite { exponent: mine, .. }, Self::Finite { exponent: theirs, .. }) =
            (self, other)
        else {
            return None;
        };
        let exponent = mine.min(theirs);
        let (mine, theirs) = (self.scaled(exponent)?, other.scaled(exponent)?);
        let (negative, amount) = if mine.0 == theirs.0 {
            (mine.0, mine.1.plus(&theirs.1))
        } else if mine.1 < theirs.1 {
            (theirs.0, theirs.1.minus(&mine.1))
        } else {
            (mine.0, mine.1.minus(&theirs.1))
        };
        round(negative, &amount, exponent, false)
    }

    /// Its sign, and its amount as a multiple of `2^exponent`, which divides it.
    fn scaled(self, exponent: i64) -> Option<(bool, Natural)> {
        let Self::Finite { negative, significand, exponent: mine } = self else { return None };
        let shift = usize::try_from(mine - exponent).ok()?;
        Some((negative, Natural::from(significand).shifted_left(shift)))
    }
}

/// The number without an exponent and with 17 digits behind the point at most;
/// zeros at the end are left out.
impl fmt::Display for LongDouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Finite { negative, significand, exponent } = *self else {
            return f.write_str("inf");
        };
        let mut scaled = Natural::from(significand);
        scaled.multiply_by_power_of_ten(DECIMALS);
        let scaled = match usize::try_from(exponent) {
            Ok(left) => scaled.shifted_left(left),
            Err(_) => scaled.rounded_right(exponent.unsigned_abs() as usize, false),
        };
        let digits = format!("{:0>width$}", scaled.into_decimal(), width = DECIMALS + 1);
        let (whole, behind) = digits.split_at(digits.len() - DECIMALS);
        let behind = behind.trim_end_matches('0');
        let zero = whole == "0" && behind.is_empty();
        let (sign, point) =
            (if negative && !zero { "-" } else { "" }, if behind.is_empty() { "" } else { "." });
        write!(f, "{sign}{whole}{point}{behind}")
    }
}

/// Reads digits with a point among them and an exponent behind them. The number
/// is what comes first, times ten, or two where the digits are hexadecimal, to
/// the power of what comes second.
fn scan(word: &[u8], radix: u32, exponent_mark: u8) -> Option<(Natural, i64)> {
    let mark = word.iter().position(|b| b.eq_ignore_ascii_case(&exponent_mark));
    let (digits, exponent) = match mark {
        Some(mark) => (&word[..mark], parse_exponent(&word[mark + 1..])?),
        None => (word, 0),
    };
    let (mut number, mut seen, mut behind) = (Natural::default(), 0i64, None);
    for &byte in digits {
        if byte == b'.' && behind.is_none() {
            behind = Some(0i64);
            continue;
        }
        number.multiply_add(radix, char::from(byte).to_digit(radix)?);
        seen += 1;
        behind = behind.map(|behind| behind + 1);
    }
    let weight = if radix == 16 { 4 } else { 1 };
    (seen > 0).then(|| (number, exponent.saturating_sub(behind.unwrap_or(0) * weight)))
}

/// An exponent: digits behind a sign if there is one. One that is too long for
/// an integer is as good as any that is far too large.
fn parse_exponent(word: &[u8]) -> Option<i64> {
    let (negative, digits) = match word {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let zeros = digits.iter().take_while(|&&b| b == b'0').count().min(digits.len() - 1);
    let amount = parse_i64(&digits[zeros..]).unwrap_or(i64::MAX / 8);
    Some(if negative { -amount } else { amount })
}

/// The nearest `long double` to `number * 10^exponent`.
fn round_decimal(negative: bool, mut number: Natural, exponent: i64) -> Option<LongDouble> {
    if number.is_zero() {
        return Some(LongDouble::Finite { negative, significand: 0, exponent: 0 });
    }
    // Far outside of what can be held nothing needs to be computed.
    let longest = MAX_FLOAT_LENGTH as i64;
    if !(-longest * 2..=longest).contains(&exponent) {
        return None;
    }
    // Ten is two times five, and twos are a matter of the exponent.
    let fives = exponent.unsigned_abs();
    if exponent >= 0 {
        (0..fives).for_each(|_| number.multiply_add(5, 0));
        return round(negative, &number, exponent, false);
    }
    // Three bits more for each five, and what rounding needs, stay precise.
    let extra = fives * 3 + u64::from(PRECISION) + 2;
    let mut number = number.shifted_left(usize::try_from(extra).ok()?);
    let mut inexact = false;
    (0..fives).for_each(|_| inexact |= number.divide(5) != 0);
    round(negative, &number, exponent - i64::try_from(extra).ok()?, inexact)
}

/// The nearest `long double` to `number * 2^exponent`, or to a bit more than
/// that if it is inexact. `None` if it is too large, or too small to be told
/// from zero.
fn round(negative: bool, number: &Natural, exponent: i64, inexact: bool) -> Option<LongDouble> {
    if number.is_zero() {
        return (!inexact).then_some(LongDouble::ZERO);
    }
    let surplus = number.bits() as i64 - i64::from(PRECISION);
    let cut = surplus.max(MIN_EXPONENT.saturating_sub(exponent)).max(0);
    // What is less than half of the smallest number is none.
    let cut_bits = usize::try_from(cut).ok().filter(|&bits| bits <= number.bits())?;
    let mut number = number.rounded_right(cut_bits, inexact);
    let mut exponent = exponent.saturating_add(cut);
    if number.bits() > PRECISION as usize {
        // Rounding up gave one bit more; what it pushes out is zero.
        number = number.rounded_right(1, false);
        exponent += 1;
    }
    let fits = exponent.saturating_add(number.bits() as i64) <= TOO_LARGE_EXPONENT;
    let significand = Some(number.low_u64()).filter(|&significand| fits && significand > 0)?;
    Some(LongDouble::Finite { negative, significand, exponent })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_read_as_the_c_library_reads_them() {
        let check = |word: &str, shown: Option<&str>| {
            let number = LongDouble::parse(word.as_bytes()).map(|number| number.to_string());
            assert_eq!(number.as_deref(), shown, "{word}");
        };
        for (word, shown) in [
            ("1", "1"),
            ("+1.50", "1.5"),
            ("-.5", "-0.5"),
            ("5.", "5"),
            ("-0", "0"),
            ("1e3", "1000"),
            ("1E-2", "0.01"),
            ("0e99999", "0"),
            ("0x1P4", "16"),
            ("0X.8", "0.5"),
            ("Infinity", "inf"),
            ("1e-4932", "0"),
            ("9223372036854775807", "9223372036854775807"),
            ("18446744073709551617", "18446744073709551616"),
            ("18446744073709551618", "18446744073709551618"),
            ("0.1", "0.1"),
            ("0.12345678901234567890", "0.12345678901234568"),
        ] {
            check(word, Some(shown));
        }
        for refused in [
            "",
            "-",
            ".",
            "e1",
            "1e",
            "1e+",
            "1 ",
            " 1",
            "1x",
            "--1",
            "0x",
            "0x1p",
            "nan",
            "in",
            "1e4933",
            "1e-5000",
            "1e99999999999999999999",
            "0x1p-99999999999",
            "1.2.3",
            "\0",
        ] {
            check(refused, None);
        }
        check(&"2".repeat(4_933), None);
        check(&"0".repeat(MAX_FLOAT_LENGTH), Some("0"));
        check(&"0".repeat(MAX_FLOAT_LENGTH + 1), None);
    }

    #[test]
    fn sums_are_rounded_to_64_bits() {
        let check = |a: &str, b: &str, sum: Option<&str>| {
            let [a, b] = [a, b].map(|word| LongDouble::parse(word.as_bytes()).unwrap());
            assert_eq!(a.add(b).map(|sum| sum.to_string()).as_deref(), sum);
        };
        check("0.1", "0.2", Some("0.3"));
        check("3.0e3", "200", Some("3200"));
        check("1.5", "-1.5", Some("0"));
        check("1", "-3.25", Some("-2.25"));
        check("1e40", "1", Some("9999999999999999999783686092270256259072"));
        check("18446744073709551615", "0.5", Some("18446744073709551616"));
        check("1e4932", "1e4932", None);
        check("1", "inf", None);
    }
}
