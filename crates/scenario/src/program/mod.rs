//! The line language of a client. Every word of it is described, with
//! examples, in `crates/scenario/README.md`.

mod condition;
mod place;
mod words;

pub use condition::{Condition, Relation};

use crate::Span;
use lockstep_resp::Command;
use place::Place;

/// A client's program: its lines without remarks and empty ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Program {
    /// The lines in order.
    pub lines: Vec<Line>,
}

/// One line of a program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// The line as it was written, without the space around it.
    pub text: String,
    /// Where it stands in the text, counted from 1.
    pub number: usize,
    /// How far it is indented, in characters.
    pub indent: usize,
    /// What it says.
    pub word: Word,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the language is described in the crate's README")]
pub enum Word {
    Acquire { lock: String },
    Try { lock: String },
    Extend { lock: String },
    Release { lock: String },
    Enter { section: String },
    Leave { section: String },
    Work { span: Span },
    Think,
    Read { row: String, fence: Option<String> },
    Write { row: String, value: Expression, guard: Guard },
    Insert { table: String, name: String },
    Take { queue: String },
    If { condition: Condition, otherwise: usize },
    Retry { times: Option<u32> },
    Stop,
    Redis { command: Command },
}

impl Word {
    /// The row of which it must have been read what it was.
    pub(crate) fn goes_by(&self) -> Option<&str> {
        match self {
            Self::Write { row, guard: Guard::Unchanged, .. } => Some(row),
            Self::Write { value, guard: Guard::Blind | Guard::Fenced { .. }, .. } => {
                value.row.as_deref()
            }
            Self::If { condition, .. } => condition.row(),
            _ => None,
        }
    }
}

/// What is written: a number, or what was read and a difference.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Expression {
    /// Whose value it starts from; `None` for nothing.
    pub row: Option<String>,
    /// What is added to it.
    pub plus: i64,
}

/// On which condition the database writes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Guard {
    /// On none: what others wrote meanwhile is overwritten.
    Blind,
    /// If the row is as it was when it was read.
    Unchanged,
    /// If the row itself, at that moment, is so; the expression counts from
    /// it too.
    Where {
        /// How they are compared.
        relation: Relation,
        /// With what.
        number: i64,
    },
    /// With the fencing number of this lock, for the row to check.
    Fenced {
        /// Which lock.
        lock: String,
    },
}

/// A line that says nothing known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct ProgramError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted in characters from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub problem: String,
}

impl Program {
    /// The words with which a line can begin, beside the Redis commands.
    pub const WORDS: &[&str] = words::WORDS;

    /// Reads a program.
    ///
    /// # Errors
    ///
    /// The first line that says nothing known, with its place and what was
    /// expected there.
    pub fn parse(text: &str) -> Result<Self, ProgramError> {
        let mut lines: Vec<Line> = Vec::new();
        for (index, raw) in text.lines().enumerate() {
            let trimmed = raw.trim();
            if trimmed.is_empty() || trimmed.starts_with('#') {
                continue;
            }
            let place = Place::new(index + 1, raw);
            let (number, indent) =
                (index + 1, raw.chars().take_while(|c| c.is_whitespace()).count());
            check_indent(&lines, indent, place, trimmed)?;
            let word = words::word(place, trimmed)?;
            lines.push(Line { text: trimmed.to_owned(), number, indent, word });
        }
        if let Some(Line { word: Word::If { .. }, number, text, .. }) = lines.last() {
            let column = text.chars().count() + 1;
            let problem = "an `if` needs indented lines below it".to_owned();
            return Err(ProgramError { line: *number, column, problem });
        }
        close_blocks(&mut lines);
        Ok(Self { lines })
    }
}

/// A block is what is indented more than its `if`.
fn check_indent(
    lines: &[Line],
    indent: usize,
    place: Place<'_>,
    text: &str,
) -> Result<(), ProgramError> {
    let Some(last) = lines.last() else {
        return Ok(());
    };
    let opens = matches!(last.word, Word::If { .. });
    if opens && indent <= last.indent {
        return Err(place.error(text, "the line below an `if` must be indented more than it"));
    }
    let first = lines.first().map_or(0, |line| line.indent);
    let known = indent == first || lines.iter().rev().any(|line| line.indent == indent);
    if !opens && (indent > last.indent || !known) {
        let problem = "this line is indented unlike those above it; only an `if` opens a block";
        return Err(place.error(text, problem));
    }
    Ok(())
}

/// Each `if` learns which line follows its block.
fn close_blocks(lines: &mut [Line]) {
    let indents: Vec<_> = lines.iter().map(|line| line.indent).collect();
    for (index, line) in lines.iter_mut().enumerate() {
        if let Word::If { otherwise, .. } = &mut line.word {
            let after = indents.iter().skip(index + 1).position(|&i| i <= line.indent);
            *otherwise = after.map_or(indents.len(), |after| index + 1 + after);
        }
    }
}

#[cfg(test)]
mod tests;
