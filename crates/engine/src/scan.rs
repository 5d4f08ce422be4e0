//! Walking through a collection page by page, for SCAN, HSCAN, SSCAN and ZSCAN.
//!
//! Redis walks the buckets of its hash table; a cursor is a bucket. Here every
//! element has a place on a ring that follows from its name alone, and a cursor
//! is the place where the next page begins. So nothing has to be remembered
//! between two calls, and what comes or goes meanwhile moves nothing else: an
//! element that is there all the time is returned, exactly once.

use crate::args::{Args, amount};
use crate::error::CommandError;
use crate::glob;
use lockstep_resp::{Blob, Reply};

/// How many elements a page has without `COUNT`.
const DEFAULT_COUNT: usize = 10;

/// The place where a page begins; 0 before the first and behind the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cursor(u64);

impl Cursor {
    /// Reads a cursor as C's `strtoul` does: a sign is fine, no digits are 0,
    /// and a zero byte ends the text.
    pub(crate) fn parse(word: &[u8]) -> Result<Self, CommandError> {
        let text = word.split(|&byte| byte == 0).next().unwrap_or_default();
        let (negative, digits) = match text {
            [b'-', digits @ ..] => (true, digits),
            [b'+', digits @ ..] => (false, digits),
            digits => (false, digits),
        };
        let digit = |byte: &u8| char::from(*byte).to_digit(10).map(u64::from);
        let number = digits
            .iter()
            .try_fold(0u64, |number, byte| number.checked_mul(10)?.checked_add(digit(byte)?))
            .filter(|_| digits.len() == text.len() || !digits.is_empty());
        let number = number.ok_or(CommandError::InvalidCursor)?;
        Ok(Self(if negative { number.wrapping_neg() } else { number }))
    }

    /// The reply with this cursor and the elements of a page.
    pub(crate) fn with(self, elements: Vec<Reply>) -> Reply {
        Reply::Array(vec![Reply::bulk(self.0.to_string()), Reply::Array(elements)])
    }

    /// The reply of a walk that is at its end at once.
    pub(crate) fn nothing() -> Reply {
        Self(0).with(Vec::new())
    }
}

/// What a walk is asked for besides its cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Options<'a> {
    count: usize,
    pattern: Option<&'a [u8]>,
    /// The name behind SCAN's `TYPE`.
    pub(crate) type_name: Option<&'a [u8]>,
}

impl<'a> Options<'a> {
    /// Reads `[MATCH pattern] [COUNT count]` to the end.
    pub(crate) fn parse(args: &mut Args<'a>) -> Result<Self, CommandError> {
        Self::parse_with(args, false)
    }

    /// Reads `[MATCH pattern] [COUNT count] [TYPE type]` to the end, as only
    /// SCAN knows it.
    pub(crate) fn parse_with_type(args: &mut Args<'a>) -> Result<Self, CommandError> {
        Self::parse_with(args, true)
    }

    fn parse_with(args: &mut Args<'a>, knows_type: bool) -> Result<Self, CommandError> {
        let mut options = Self { count: DEFAULT_COUNT, pattern: None, type_name: None };
        while !args.is_done() {
            // An option without its amount is an unknown one.
            if args.rest().len() < 2 {
                return Err(CommandError::Syntax);
            }
            if args.keyword("COUNT") {
                let count = amount(args.next_i64()?).filter(|&count| count > 0);
                options.count = count.ok_or(CommandError::Syntax)?;
            } else if args.keyword("MATCH") {
                options.pattern = Some(args.next()?);
            } else if knows_type && args.keyword("TYPE") {
                options.type_name = Some(args.next()?);
            } else {
                return Err(CommandError::Syntax);
            }
        }
        Ok(options)
    }

    /// Whether `MATCH` lets this name through. A lone star lets everything
    /// through, also the empty name.
    pub(crate) fn accepts(&self, name: &[u8]) -> bool {
        self.pattern.is_none_or(|pattern| pattern == b"*" || glob::matches(pattern, name))
    }

    /// One page from `cursor` on, and where the next begins. A page has `COUNT`
    /// elements, and those more that share the last one's place; what `MATCH`
    /// refuses counts but is left out.
    pub(crate) fn page<'e, V: Copy>(
        &self,
        cursor: Cursor,
        elements: impl Iterator<Item = (&'e Blob, V)>,
    ) -> (Cursor, Vec<(&'e Blob, V)>) {
        let (names, values): (Vec<&Blob>, Vec<V>) = elements.unzip();
        let (next, chosen) = self.choose(cursor, &names);
        (next, chosen.into_iter().map(|at| (names[at], values[at])).collect())
    }

    /// The same for names alone, which are told by their numbers: compiled once,
    /// whatever stands beside a name.
    fn choose(&self, cursor: Cursor, names: &[&Blob]) -> (Cursor, Vec<usize>) {
        let placed = names.iter().enumerate().map(|(at, name)| (place(name), at));
        let mut ahead: Vec<_> = placed.filter(|(place, _)| *place >= cursor.0).collect();
        let mut next = Cursor(0);
        if ahead.len() > self.count {
            ahead.select_nth_unstable_by_key(self.count - 1, |(place, _)| *place);
            let last = ahead[self.count - 1].0;
            let behind = ahead.iter().any(|(place, _)| *place > last);
            next = Cursor(if behind { last + 1 } else { 0 });
            ahead.retain(|(place, _)| *place <= last);
        }
        ahead.sort_unstable_by_key(|(place, at)| (*place, names[*at]));
        let accepted = ahead.into_iter().map(|(_, at)| at).filter(|at| self.accepts(names[*at]));
        (next, accepted.collect())
    }

    /// The whole of a small collection, which Redis gives at once.
    pub(crate) fn whole<'e, V>(
        &self,
        elements: impl Iterator<Item = (&'e Blob, V)>,
    ) -> (Cursor, Vec<(&'e Blob, V)>) {
        (Cursor(0), elements.filter(|(name, _)| self.accepts(name)).collect())
    }
}

/// An element's place on the ring: FNV-1a of its name, folded to 32 bits so
/// that a cursor is short to read.
fn place(name: &[u8]) -> u64 {
    let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = name.iter().fold(0xcbf2_9ce4_8422_2325, mix);
    (hash >> 32) ^ (hash & 0xffff_ffff)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn blobs(numbers: std::ops::Range<u32>) -> BTreeSet<Blob> {
        numbers.map(|number| Blob::from(number.to_string().as_bytes())).collect()
    }

    fn options(words: &[&str]) -> Result<Options<'static>, CommandError> {
        let words: Vec<&'static [u8]> = [&["SCAN"], words]
            .concat()
            .iter()
            .map(|word| word.to_string().leak().as_bytes())
            .collect();
        Options::parse_with_type(&mut Args::new(words.leak()))
    }

    #[test]
    fn what_is_there_all_the_time_is_returned_once() {
        let (stays, mut comes_and_goes) = (blobs(0..500), blobs(500..1_000));
        let options = options(&["COUNT", "7"]).unwrap();
        let (mut cursor, mut seen, mut pages) = (Cursor(0), Vec::new(), 0);
        loop {
            let elements = stays.iter().chain(&comes_and_goes).map(|name| (name, ()));
            let (next, page) = options.page(cursor, elements);
            seen.extend(page.into_iter().map(|(name, ())| name.clone()));
            (cursor, pages) = (next, pages + 1);
            if cursor == Cursor(0) {
                break;
            }
            if comes_and_goes.pop_first().is_none() {
                comes_and_goes = blobs(1_000..1_100);
            }
        }
        seen.retain(|name| stays.contains(name));
        seen.sort();
        assert_eq!(seen, stays.into_iter().collect::<Vec<_>>());
        assert!(pages > 500 / 7, "{pages} pages");
    }

    #[test]
    fn a_page_counts_what_the_pattern_leaves_out() {
        let names = blobs(0..100);
        let matching = options(&["COUNT", "99", "MATCH", "1?"]).unwrap();
        let elements = || names.iter().map(|name| (name, ()));
        let (next, page) = matching.page(Cursor(0), elements());
        assert_ne!(next, Cursor(0));
        let (end, rest) = matching.page(next, elements());
        assert_eq!((end, page.len() + rest.len()), (Cursor(0), 10));
        assert_eq!(matching.whole(elements()).1.len(), 10);
        let all = options(&["COUNT", "100"]).unwrap();
        assert_eq!(all.page(Cursor(0), elements()).0, Cursor(0));
    }

    #[test]
    fn cursors_are_read_as_c_reads_them() {
        let check = |word: &[u8], cursor| assert_eq!(Cursor::parse(word).ok(), cursor);
        check(b"0", Some(Cursor(0)));
        check(b"", Some(Cursor(0)));
        check(b"+07", Some(Cursor(7)));
        check(b"-1", Some(Cursor(u64::MAX)));
        check(b"5\0x", Some(Cursor(5)));
        check(b"18446744073709551615", Some(Cursor(u64::MAX)));
        for refused in [&b"18446744073709551616"[..], b" 0", b"0 ", b"x", b"-", b"+", b"--1"] {
            check(refused, None);
        }
    }

    #[test]
    fn only_scan_knows_a_type() {
        assert_eq!(options(&["TYPE", "hash"]).unwrap().type_name, Some(&b"hash"[..]));
        let words: [&[u8]; 3] = [b"HSCAN", b"TYPE", b"hash"];
        assert_eq!(Options::parse(&mut Args::new(&words)), Err(CommandError::Syntax));
        for refused in [&["COUNT"][..], &["COUNT", "0"], &["COUNT", "-1"], &["NOVALUES"]] {
            assert_eq!(options(refused), Err(CommandError::Syntax));
        }
        assert_eq!(options(&["COUNT", "x"]), Err(CommandError::NotAnInteger));
    }
}
