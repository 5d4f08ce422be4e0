//! Where in a program an error is.

use super::ProgramError;

/// A line with its number, to say where an error is.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    line: usize,
    raw: &'a str,
}

impl<'a> Place<'a> {
    pub(super) fn new(line: usize, raw: &'a str) -> Self {
        Self { line, raw }
    }

    /// An error at `at`, which is a slice of the line.
    pub(super) fn error(self, at: &str, problem: impl Into<String>) -> ProgramError {
        let offset = (at.as_ptr() as usize).saturating_sub(self.raw.as_ptr() as usize);
        let before = self.raw.get(..offset).unwrap_or(self.raw);
        let (line, column) = (self.line, before.chars().count() + 1);
        ProgramError { line, column, problem: problem.into() }
    }
}

/// The words of a line, one after the other.
#[derive(Clone)]
pub(super) struct Words<'a> {
    place: Place<'a>,
    rest: &'a str,
}

impl<'a> Words<'a> {
    pub(super) fn new(place: Place<'a>, text: &'a str) -> Self {
        Self { place, rest: text }
    }

    /// The next word, which stays where it is; empty at the end of the line.
    pub(super) fn peek(&self) -> &'a str {
        let rest = self.rest.trim_start();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        &rest[..end]
    }

    /// Takes the next word if there is one.
    pub(super) fn next(&mut self) -> Option<&'a str> {
        let word = self.peek();
        let rest = self.rest.trim_start();
        self.rest = &rest[word.len()..];
        (!word.is_empty()).then_some(word)
    }

    /// Takes the next word, or says that `what` was expected.
    pub(super) fn expect(&mut self, what: &str) -> Result<&'a str, ProgramError> {
        let end = self.rest.trim_start();
        self.next().ok_or_else(|| self.place.error(end, format!("expected {what} here")))
    }

    /// Takes the next word if it is this one.
    pub(super) fn take(&mut self, word: &str) -> bool {
        let taken = self.peek() == word;
        if taken {
            self.next();
        }
        taken
    }

    /// Says that nothing may follow.
    pub(super) fn end(&self) -> Result<(), ProgramError> {
        match self.peek() {
            "" => Ok(()),
            extra => Err(self.error(extra, format!("`{extra}` is too much here"))),
        }
    }

    pub(super) fn error(&self, at: &str, problem: impl Into<String>) -> ProgramError {
        self.place.error(at, problem)
    }

    /// Takes a whole number.
    pub(super) fn number(&mut self, what: &str) -> Result<i64, ProgramError> {
        let word = self.expect(what)?;
        word.parse().map_err(|_| self.error(word, format!("expected {what}, found `{word}`")))
    }
}
