//! How long a command may wait.

use crate::CommandError;
use crate::number::LongDouble;

/// Bits of a `long double`'s significand.
const PRECISION: u32 = 64;

/// When a command that may wait for `seconds` gives up: the last Unix millisecond
/// at which it still waits, `None` for ever, which 0 stands for.
///
/// A fraction of a millisecond counts as a whole one. The product is rounded as
/// Redis computes it, with 64 significant bits; what is too large for an integer
/// becomes negative there, which is therefore the error.
pub(crate) fn parse_deadline(seconds: &[u8], now_ms: i64) -> Result<Option<i64>, CommandError> {
    let seconds = LongDouble::parse(seconds).ok_or(CommandError::TimeoutNotAFloat)?;
    let LongDouble::Finite { negative, significand, exponent } = seconds else {
        return Err(CommandError::NegativeTimeout);
    };
    let product = u128::from(significand) * 1000;
    let surplus = (u128::BITS - product.leading_zeros()).saturating_sub(PRECISION);
    let (product, exponent) = (round_right(product, surplus), exponent + i64::from(surplus));
    match whole_ms(product, exponent, !negative) {
        Some(0) => Ok(None),
        Some(ms) if !negative => Ok(Some(now_ms.saturating_add(ms))),
        _ => Err(CommandError::NegativeTimeout),
    }
}

/// `number * 2^exponent` as an integer, rounded up or down; `None` if it does not
/// fit.
fn whole_ms(number: u128, exponent: i64, round_up: bool) -> Option<i64> {
    let Ok(right) = u32::try_from(-exponent) else {
        // A significand with all its bits does not fit in the first place, and one
        // without is zero.
        let left = u32::try_from(exponent).ok().filter(|&left| left < 64)?;
        return i64::try_from(number.checked_mul(1 << left)?).ok();
    };
    if right >= u128::BITS {
        return Some(i64::from(round_up && number > 0));
    }
    let rest = number & ((1 << right) - 1);
    i64::try_from((number >> right) + u128::from(round_up && rest > 0)).ok()
}

/// Divides by two to the power of `bits`, to the nearest; from the middle to the
/// even one.
fn round_right(number: u128, bits: u32) -> u128 {
    let Some(half) = bits.checked_sub(1).map(|below| 1u128 << below) else { return number };
    let (whole, rest) = (number >> bits, number & (half * 2 - 1));
    whole + u128::from(rest > half || (rest == half && whole & 1 == 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_become_the_last_millisecond_of_waiting() {
        let check = |seconds: &str, expected: Result<Option<i64>, CommandError>| {
            assert_eq!(parse_deadline(seconds.as_bytes(), 1_000), expected, "{seconds}");
        };
        let negative = || Err(CommandError::NegativeTimeout);
        check("0", Ok(None));
        check("-0", Ok(None));
        check("-0.0001", Ok(None));
        check("5", Ok(Some(6_000)));
        check("0.001", Ok(Some(1_001)));
        check("0.0001", Ok(Some(1_001)));
        check("1e-4000", Ok(Some(1_001)));
        check("1.0011", Ok(Some(2_002)));
        check("0x1p1", Ok(Some(3_000)));
        check("9223372036854774", Ok(Some(9_223_372_036_854_775_000)));
        check("9223372036854775", Ok(Some(i64::MAX)));
        for refused in ["9223372036854776", "1e300", "inf", "-inf", "-1", "-0.0011", "-1e300"] {
            check(refused, negative());
        }
        for refused in ["", "x", "1s", " 1", "nan", "1e5000"] {
            check(refused, Err(CommandError::TimeoutNotAFloat));
        }
    }
}
