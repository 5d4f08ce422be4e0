//! Commands and replies in the form that `redis-cli` reads and prints.

use crate::Reply;
use std::fmt::{self, Write as _};

/// Why a line could not be split into words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {problem}")]
pub struct SplitError {
    /// The column of the quote, counted in characters from 1.
    pub column: usize,
    /// What is wrong with it and what would be right.
    pub problem: &'static str,
}

/// Splits a line into words as `redis-cli` does.
///
/// Double quotes know `\n \r \t \a \b \xHH` and `\` before any other character;
/// single quotes know only `\'`.
///
/// # Errors
///
/// A quote that is not closed, or that is closed in the middle of a word.
pub fn split(line: &str) -> Result<Vec<Vec<u8>>, SplitError> {
    let mut rest = Cursor { line, at: 0 };
    let mut words = Vec::new();
    while let Some(word) = rest.word()? {
        words.push(word);
    }
    Ok(words)
}

struct Cursor<'a> {
    line: &'a str,
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<char> {
        self.line[self.at..].chars().next()
    }

    fn take(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn error(&self, at: usize, problem: &'static str) -> SplitError {
        let column = self.line[..at].chars().count() + 1;
        SplitError { column, problem }
    }

    fn word(&mut self) -> Result<Option<Vec<u8>>, SplitError> {
        while self.peek().is_some_and(char::is_whitespace) {
            self.take();
        }
        if self.peek().is_none() {
            return Ok(None);
        }
        let mut word = Vec::new();
        while let Some(c) = self.peek().filter(|c| !c.is_whitespace()) {
            let start = self.at;
            self.take();
            match c {
                '"' => self.quoted(start, '"', &mut word)?,
                '\'' => self.quoted(start, '\'', &mut word)?,
                _ => push(&mut word, c),
            }
        }
        Ok(Some(word))
    }

    fn quoted(&mut self, start: usize, end: char, word: &mut Vec<u8>) -> Result<(), SplitError> {
        loop {
            match self.take() {
                None => return Err(self.error(start, "this quote is not closed")),
                Some(c) if c == end => break,
                Some('\\') if end == '"' => self.escape(word),
                Some('\\') if self.peek() == Some('\'') => {
                    self.take();
                    word.push(b'\'');
                }
                Some(c) => push(word, c),
            }
        }
        match self.peek() {
            Some(c) if !c.is_whitespace() => {
                Err(self.error(start, "after the closing quote there must be a space"))
            }
            _ => Ok(()),
        }
    }

    fn escape(&mut self, word: &mut Vec<u8>) {
        let hex = self.line[self.at..].strip_prefix('x').and_then(|digits| {
            let digits = digits.get(..2)?;
            let hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
            u8::from_str_radix(digits, 16).ok().filter(|_| hex)
        });
        if let Some(byte) = hex {
            self.at += 3;
            return word.push(byte);
        }
        match self.take() {
            Some('n') => word.push(b'\n'),
            Some('r') => word.push(b'\r'),
            Some('t') => word.push(b'\t'),
            Some('a') => word.push(7),
            Some('b') => word.push(8),
            Some(c) => push(word, c),
            None => {}
        }
    }
}

fn push(word: &mut Vec<u8>, c: char) {
    word.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}

/// The bytes in double quotes with the escapes that [`split`] reads back.
///
/// Text in UTF-8 stays readable; other bytes become `\xHH`.
pub fn quote(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\\' => out.push_str("\\\\"),
                '"' => out.push_str("\\\""),
                '\n' => out.push_str("\\n"),
                '\r' => out.push_str("\\r"),
                '\t' => out.push_str("\\t"),
                '\x07' => out.push_str("\\a"),
                '\x08' => out.push_str("\\b"),
                c if c.is_ascii_control() => hex(&mut out, c as u8),
                c => out.push(c),
            }
        }
        chunk.invalid().iter().for_each(|&b| hex(&mut out, b));
    }
    out.push('"');
    out
}

fn hex(out: &mut String, byte: u8) {
    write!(out, "\\x{byte:02x}").expect("writing to a string cannot fail");
}

/// The word as it is where it can be typed so, else in quotes.
pub fn quote_if_needed(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text)
            if !text.is_empty()
                && !text.chars().any(|c| {
                    c.is_whitespace() || c.is_control() || matches!(c, '"' | '\'' | '\\')
                }) =>
        {
            text.to_owned()
        }
        _ => quote(bytes),
    }
}

/// The reply as `redis-cli` prints it on a terminal, without the last newline.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print(self, f, 0)
    }
}

fn print(reply: &Reply, f: &mut fmt::Formatter<'_>, indent: usize) -> fmt::Result {
    match reply {
        Reply::Simple(text) => f.write_str(text),
        Reply::Error(text) => write!(f, "(error) {}", String::from_utf8_lossy(text)),
        Reply::Integer(n) => write!(f, "(integer) {n}"),
        Reply::Bulk(bytes) => f.write_str(&quote(bytes)),
        Reply::Nil | Reply::NilArray => f.write_str("(nil)"),
        Reply::Double(text) => write!(f, "(double) {}", String::from_utf8_lossy(text)),
        Reply::Boolean(b) => f.write_str(if *b { "(true)" } else { "(false)" }),
        Reply::BigNumber(text) => write!(f, "(big number) {}", String::from_utf8_lossy(text)),
        Reply::Verbatim(_, text) => f.write_str(&String::from_utf8_lossy(text)),
        Reply::Array(items) | Reply::Push(items) => list(items, f, indent, ")", "(empty array)"),
        Reply::Set(items) => list(items, f, indent, "~", "(empty set)"),
        Reply::Map(pairs) => map(pairs, f, indent),
    }
}

fn list(
    items: &[Reply],
    f: &mut fmt::Formatter<'_>,
    indent: usize,
    mark: &str,
    empty: &str,
) -> fmt::Result {
    if items.is_empty() {
        return f.write_str(empty);
    }
    let width = items.len().to_string().len();
    for (i, item) in items.iter().enumerate() {
        line_start(f, i, indent)?;
        write!(f, "{:>width$}{mark} ", i + 1)?;
        print(item, f, indent + width + 2)?;
    }
    Ok(())
}

fn map(pairs: &[(Reply, Reply)], f: &mut fmt::Formatter<'_>, indent: usize) -> fmt::Result {
    if pairs.is_empty() {
        return f.write_str("(empty hash)");
    }
    let width = pairs.len().to_string().len();
    for (i, (key, value)) in pairs.iter().enumerate() {
        line_start(f, i, indent)?;
        write!(f, "{:>width$}# ", i + 1)?;
        print(key, f, indent + width + 2)?;
        f.write_str(" => ")?;
        print(value, f, indent + width + 2)?;
    }
    Ok(())
}

fn line_start(f: &mut fmt::Formatter<'_>, index: usize, indent: usize) -> fmt::Result {
    if index > 0 {
        write!(f, "\n{:indent$}", "")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_split_as_in_redis_cli() {
        let check = |line: &str, words: &[&[u8]]| assert_eq!(split(line).unwrap(), words);
        check("", &[]);
        check("  GET   k ", &[b"GET", b"k"]);
        check(r#"SET k "a b""#, &[b"SET", b"k", b"a b"]);
        check(r#""\x41\xff\n\q""#, &[b"A\xff\nq"]);
        check(r"'it\'s \n'", &[br"it's \n"]);
        check(r#""\x4" "\xzz""#, &[b"x4", b"xzz"]);
        check("锁 \"锁\"", &["锁".as_bytes(), "锁".as_bytes()]);
    }

    #[test]
    fn a_bad_quote_is_told_with_its_column() {
        let check = |line: &str, message: &str| {
            assert_eq!(split(line).unwrap_err().to_string(), message);
        };
        check(r#"SET k "abc"#, "column 7: this quote is not closed");
        check("SET '", "column 5: this quote is not closed");
        let glued = "column 3: after the closing quote there must be a space";
        check(r#"锁 "a"b"#, glued);
    }

    #[test]
    fn replies_print_as_in_redis_cli() {
        let check = |reply: Reply, text: &str| assert_eq!(reply.to_string(), text);
        check(Reply::OK, "OK");
        check(Reply::Nil, "(nil)");
        check(Reply::Integer(-2), "(integer) -2");
        check(Reply::error("ERR no"), "(error) ERR no");
        check(Reply::bulk("a\"b\x01"), r#""a\"b\x01""#);
        check(Reply::Array(vec![]), "(empty array)");
        let nested =
            Reply::Array(vec![Reply::Integer(1), Reply::Array(vec![Reply::Nil, Reply::bulk("x")])]);
        check(nested, "1) (integer) 1\n2) 1) (nil)\n   2) \"x\"");
        let map = Reply::Map(vec![(Reply::bulk("k"), Reply::Boolean(true))]);
        check(map, "1# \"k\" => (true)");
    }
}
