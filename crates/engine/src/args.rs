//! A cursor over the words of a command.

use crate::CommandError;

/// The words of a command, and how far they have been read.
///
/// The arity of a command is checked before it runs, so that what the arity
/// promises is there; [`Args::next`] still answers a missing word with an error
/// rather than a panic.
#[derive(Clone, Debug)]
pub(crate) struct Args<'a> {
    words: &'a [&'a [u8]],
    at: usize,
}

impl<'a> Args<'a> {
    /// All words, the command's name first; reading starts behind the name.
    pub(crate) fn new(words: &'a [&'a [u8]]) -> Self {
        Self { words, at: 1 }
    }

    /// All words, the command's name first.
    pub(crate) fn words(&self) -> &'a [&'a [u8]] {
        self.words
    }

    /// The next word.
    pub(crate) fn next(&mut self) -> Result<&'a [u8], CommandError> {
        let word = self.words.get(self.at).ok_or(CommandError::Syntax)?;
        self.at += 1;
        Ok(word)
    }

    /// The next word as an integer in the form that Redis accepts.
    pub(crate) fn next_i64(&mut self) -> Result<i64, CommandError> {
        parse_i64(self.next()?).ok_or(CommandError::NotAnInteger)
    }

    /// The next word as an integer of 32 bits.
    pub(crate) fn next_i32(&mut self) -> Result<i32, CommandError> {
        i32::try_from(self.next_i64()?).map_err(|_| CommandError::OutsideI32)
    }

    /// The next word as a count of elements to draw, below zero with repetition.
    pub(crate) fn next_count(&mut self) -> Result<i64, CommandError> {
        let count = self.next_i64()?;
        if count == i64::MIN { Err(CommandError::OutsideI64) } else { Ok(count) }
    }

    /// The next word as an amount that is not below zero; what is no integer is
    /// told alike.
    pub(crate) fn next_usize(&mut self) -> Result<usize, CommandError> {
        parse_i64(self.next()?).and_then(amount).ok_or(CommandError::NotPositive)
    }

    /// Takes the next word if it is `keyword`, in upper or lower case.
    pub(crate) fn keyword(&mut self, keyword: &str) -> bool {
        let hit = self
            .words
            .get(self.at)
            .is_some_and(|word| word.eq_ignore_ascii_case(keyword.as_bytes()));
        self.at += usize::from(hit);
        hit
    }

    /// Passes over words that [`Args::rest`] has shown.
    pub(crate) fn skip(&mut self, words: usize) {
        self.at += words;
    }

    /// The words that have not been read.
    pub(crate) fn rest(&self) -> &'a [&'a [u8]] {
        self.words.get(self.at..).unwrap_or_default()
    }

    /// Whether all words have been read.
    pub(crate) fn is_done(&self) -> bool {
        self.at >= self.words.len()
    }
}

/// An integer as Redis reads it (`string2ll`): no spaces, no plus sign, no
/// leading zeros, no `-0`.
pub(crate) fn parse_i64(word: &[u8]) -> Option<i64> {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    match digits {
        [b'0'] if word.len() == 1 => return Some(0),
        [b'1'..=b'9', ..] => {}
        _ => return None,
    }
    // Below zero there is room for one more than above.
    let below_zero = digits.iter().try_fold(0i64, |number, digit| {
        let digit = char::from(*digit).to_digit(10)?;
        number.checked_mul(10)?.checked_sub(i64::from(digit))
    })?;
    if digits.len() < word.len() { Some(below_zero) } else { below_zero.checked_neg() }
}

/// An amount unless it is below zero. One beyond what the machine can hold
/// counts as the most that it can: there are never so many elements.
pub(crate) fn amount(number: i64) -> Option<usize> {
    (number >= 0).then(|| usize::try_from(number).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_read_as_redis_reads_them() {
        let check = |word: &str, value: Option<i64>| assert_eq!(parse_i64(word.as_bytes()), value);
        check("0", Some(0));
        check("-9223372036854775808", Some(i64::MIN));
        check("9223372036854775807", Some(i64::MAX));
        check("9223372036854775808", None);
        check("-9223372036854775809", None);
        for refused in ["", "-", "-0", "+1", "01", " 1", "1 ", "1.0", "ten", "1:", "1/"] {
            check(refused, None);
        }
    }

    #[test]
    fn keywords_match_in_any_case_and_are_taken_once() {
        let words: [&[u8]; 3] = [b"SET", b"px", b"10"];
        let mut args = Args::new(&words);
        assert!(!args.keyword("EX"));
        assert!(args.keyword("PX"));
        assert!(!args.keyword("PX"));
        assert_eq!(args.next_i64(), Ok(10));
        assert!(args.is_done());
        assert_eq!(args.next(), Err(CommandError::Syntax));
    }
}
