//! Glob-style patterns as Redis matches them.

/// Whether the whole of `text` matches `pattern`.
///
/// `*` stands for any bytes, `?` for one, `[a-z]` for one of a class, `[^a-z]`
/// for one that is not in it, and `\` takes the next byte as it is. Odd patterns
/// are read as Redis reads them: a class that never ends, ends with the pattern,
/// a range may be written backwards, and bytes in a range count as signed.
/// Nothing but the empty pattern matches the empty text, not even `*`: who
/// takes a lone `*` for "everything" looks for it before (KEYS and SCAN do).
/// For a match in any case both are given in small letters.
///
/// It takes `pattern.len() * text.len()` steps at most: only the last star needs
/// to be tried again, since what an earlier one could give up is still there
/// for the last one to take.
pub(crate) fn matches(pattern: &[u8], text: &[u8]) -> bool {
    if text.is_empty() {
        return pattern.is_empty();
    }
    let (mut pattern, mut text) = (pattern, text);
    // What stands behind the last star, and the text that it is tried on.
    let mut retry: Option<(&[u8], &[u8])> = None;
    while let Some((&byte, behind)) = text.split_first() {
        if let [b'*', rest @ ..] = pattern {
            if rest.is_empty() {
                return true;
            }
            (pattern, retry) = (rest, Some((rest, text)));
        } else if let Some(rest) = match_one(pattern, byte) {
            (pattern, text) = (rest, behind);
        } else if let Some((rest, [_, shorter @ ..])) = retry {
            (pattern, text) = (rest, shorter);
            retry = Some((rest, shorter));
        } else {
            return false;
        }
    }
    pattern.iter().all(|&byte| byte == b'*')
}

/// What is left of the pattern if its first element, which is no star, accepts
/// the byte.
fn match_one(pattern: &[u8], byte: u8) -> Option<&[u8]> {
    let (accepted, rest) = match pattern {
        [] => return None,
        [b'?', rest @ ..] => (true, rest),
        [b'[', b'^', class @ ..] => {
            let (member, rest) = match_class(class, byte);
            (!member, rest)
        }
        [b'[', class @ ..] => match_class(class, byte),
        [b'\\', literal, rest @ ..] | [literal, rest @ ..] => (*literal == byte, rest),
    };
    accepted.then_some(rest)
}

/// Whether the byte is in the class whose inside begins here, and what stands
/// behind the class.
fn match_class(mut class: &[u8], byte: u8) -> (bool, &[u8]) {
    let mut member = false;
    loop {
        class = match class {
            [] => return (member, class),
            [b'\\', literal, rest @ ..] => {
                member |= *literal == byte;
                rest
            }
            [b']', rest @ ..] => return (member, rest),
            [from, b'-', to, rest @ ..] => {
                // C's `char` has a sign here.
                let [from, to, byte] = [*from, *to, byte].map(u8::cast_signed);
                member |= (from.min(to)..=from.max(to)).contains(&byte);
                rest
            }
            [literal, rest @ ..] => {
                member |= *literal == byte;
                rest
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each text that is listed matches, and each of the others does not.
    fn check(pattern: &[u8], matching: &[&[u8]], others: &[&[u8]]) {
        for text in matching {
            assert!(matches(pattern, text), "{pattern:?} {text:?}");
        }
        for text in others {
            assert!(!matches(pattern, text), "{pattern:?} {text:?}");
        }
    }

    #[test]
    fn stars_stand_for_any_bytes_and_question_marks_for_one() {
        check(b"h?llo", &[b"hello", b"h?llo", b"h\0llo"], &[b"hllo", b"heello", b"hell"]);
        check(b"h*llo", &[b"hllo", b"heeello", b"hllollo"], &[b"hllox", b"ello", b""]);
        check(b"*a*b*", &[b"ab", b"xaxbx", b"aab"], &[b"ba", b"a", b"b"]);
        check(b"a*", &[b"a", b"ab"], &[b"ba"]);
        check(b"a**", &[b"a", b"ab"], &[b""]);
        check(b"*?", &[b"a", b"ab"], &[b""]);
    }

    #[test]
    fn only_the_empty_pattern_matches_the_empty_text() {
        check(b"", &[b""], &[b"a"]);
        check(b"*", &[b"a"], &[b""]);
        check(b"**", &[b"a"], &[b""]);
    }

    #[test]
    fn classes_hold_bytes_and_ranges() {
        check(b"h[ae]llo", &[b"hello", b"hallo"], &[b"hillo", b"hllo"]);
        check(b"h[^e]llo", &[b"hallo", b"h^llo"], &[b"hello"]);
        check(b"[a-c]", &[b"a", b"b", b"c"], &[b"d", b"-"]);
        check(b"[c-a]", &[b"a", b"b", b"c"], &[b"d"]);
        check(b"[a\\]-]", &[b"a", b"]", b"-"], &[b"\\"]);
        check(b"[]", &[], &[b"a", b"]", b"[]"]);
        check(b"[^]", &[b"a"], &[b"", b"aa"]);
        check(b"[ab", &[b"a", b"b"], &[b"[", b"[ab"]);
        check(b"[a-]", &[b"a", b"^", b"]"], &[b"-", b"b"]);
        check(b"[a-\xff]", &[b"\xff", b"A", b"\0"], &[b"\xfe", b"b"]);
    }

    #[test]
    fn a_backslash_takes_the_next_byte_as_it_is() {
        check(b"h\\*llo", &[b"h*llo"], &[b"hello", b"h\\*llo"]);
        check(b"\\[a]", &[b"[a]"], &[b"a"]);
        check(b"a\\", &[b"a\\"], &[b"a"]);
    }

    #[test]
    fn many_stars_take_no_exponential_time() {
        let pattern = [&b"*a".repeat(1_000)[..], b"*b"].concat();
        check(&pattern, &[&[&b"a".repeat(5_000)[..], b"b"].concat()], &[&b"a".repeat(5_000)]);
    }
}
