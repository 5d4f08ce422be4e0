//! The line language of a client.
//!
//! ```text
//! acquire LOCK      take a lock, as the lock's algorithm and retry say
//! extend LOCK       give it a new time to live
//! release LOCK      give it back
//! enter SECTION     go where only one may be
//! leave SECTION     come out again
//! work SPAN         be busy for a while: 250ms, 30s, 5m
//! stop              end here
//! GET key           any Redis command, its name in capitals, as in redis-cli
//! # …               a remark
//! ```
//!
//! A client that cannot take a lock ends there: it does not go on unprotected.

use crate::{Span, SpanError};
use lockstep_engine::{COMMANDS, CommandFlags};
use lockstep_resp::{Command, cli};

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
    /// What it says.
    pub word: Word,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the language is described at the top of the file")]
pub enum Word {
    Acquire { lock: String },
    Extend { lock: String },
    Release { lock: String },
    Enter { section: String },
    Leave { section: String },
    Work { span: Span },
    Stop,
    Redis { command: Command },
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

const WORDS: &str = "acquire, extend, release, enter, leave, work, stop, \
                     or a Redis command in capitals";

impl Program {
    /// Reads a program.
    ///
    /// # Errors
    ///
    /// The first line that says nothing known, with its place and what was
    /// expected there.
    pub fn parse(text: &str) -> Result<Self, ProgramError> {
        let mut lines = Vec::new();
        for (index, raw) in text.lines().enumerate() {
            let trimmed = raw.trim();
            if trimmed.is_empty() || trimmed.starts_with('#') {
                continue;
            }
            let place = Place { line: index + 1, raw };
            let word = place.word(trimmed)?;
            lines.push(Line { text: trimmed.to_owned(), number: index + 1, word });
        }
        Ok(Self { lines })
    }
}

/// A line with its number, to say where an error is.
#[derive(Clone, Copy)]
struct Place<'a> {
    line: usize,
    raw: &'a str,
}

impl Place<'_> {
    /// An error at `at`, which is a slice of the line.
    fn error(self, at: &str, problem: String) -> ProgramError {
        let offset = (at.as_ptr() as usize).saturating_sub(self.raw.as_ptr() as usize);
        let before = self.raw.get(..offset).unwrap_or(self.raw);
        let (line, column) = (self.line, before.chars().count() + 1);
        ProgramError { line, column, problem }
    }

    fn word(self, text: &str) -> Result<Word, ProgramError> {
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or(text);
        if name.bytes().all(|b| b.is_ascii_uppercase()) {
            return self.redis(text, name);
        }
        let argument = words.next();
        if let Some(extra) = words.next() {
            return Err(
                self.error(extra, format!("`{name}` takes one word; `{extra}` is too many"))
            );
        }
        let one = |what: &str| {
            let end = &text[text.len()..];
            let problem = || format!("`{name}` needs {what} behind it");
            argument.map(str::to_owned).ok_or_else(|| self.error(end, problem()))
        };
        match name {
            "acquire" => Ok(Word::Acquire { lock: one("the name of a lock")? }),
            "extend" => Ok(Word::Extend { lock: one("the name of a lock")? }),
            "release" => Ok(Word::Release { lock: one("the name of a lock")? }),
            "enter" => Ok(Word::Enter { section: one("the name of a section")? }),
            "leave" => Ok(Word::Leave { section: one("the name of a section")? }),
            "work" => {
                let written = one("a length of time, such as 5s")?;
                let at = argument.unwrap_or(text);
                let span = written.parse().map_err(|e: SpanError| self.error(at, e.to_string()))?;
                Ok(Word::Work { span })
            }
            "stop" => match argument {
                None => Ok(Word::Stop),
                Some(extra) => Err(self.error(extra, "nothing may follow `stop`".to_owned())),
            },
            _ => {
                Err(self
                    .error(name, format!("`{name}` is no word of the language; expected {WORDS}")))
            }
        }
    }

    fn redis(self, text: &str, name: &str) -> Result<Word, ProgramError> {
        let Some(spec) = COMMANDS.iter().find(|spec| spec.name == name) else {
            return Err(self.error(name, format!("the engine has no command {name}")));
        };
        if spec.flags.contains(CommandFlags::BLOCKING) {
            let problem = "waits for others, which a program cannot do; try again after `work`";
            return Err(self.error(name, format!("{name} {problem}")));
        }
        let command = Command::parse(text).map_err(|e: cli::SplitError| {
            let at = text.char_indices().nth(e.column - 1).map_or(text.len(), |(at, _)| at);
            self.error(&text[at..], e.problem.to_owned())
        })?;
        Ok(Word::Redis { command })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_read_line_by_line() {
        let program =
            Program::parse("\n  # A\n  acquire stock\n work 5s\n\tSET k \"a b\"\nstop").unwrap();
        let words: Vec<_> = program.lines.iter().map(|l| (l.number, l.word.clone())).collect();
        let span = "5s".parse().unwrap();
        let command = Command::new(["SET", "k", "a b"]);
        let expected = [
            (3, Word::Acquire { lock: "stock".into() }),
            (4, Word::Work { span }),
            (5, Word::Redis { command }),
            (6, Word::Stop),
        ];
        assert_eq!(words, expected);
    }

    #[test]
    fn an_error_says_where_and_what_was_expected() {
        let check = |text: &str, message: &str| {
            assert_eq!(Program::parse(text).unwrap_err().to_string(), message);
        };
        check("acquire", "line 1, column 8: `acquire` needs the name of a lock behind it");
        check("\n  enter a b", "line 2, column 11: `enter` takes one word; `b` is too many");
        check(
            "锁 x",
            &format!("line 1, column 1: `锁` is no word of the language; expected {WORDS}"),
        );
        check("FOO k", "line 1, column 1: the engine has no command FOO");
        check(
            "BLPOP queue 5",
            "line 1, column 1: BLPOP waits for others, which a program cannot do; \
             try again after `work`",
        );
        check("  SET k \"v", "line 1, column 9: this quote is not closed");
        check("stop now", "line 1, column 6: nothing may follow `stop`");
        check(
            "work soon",
            "line 1, column 6: `soon` is no length of time; \
             write 250ms, 30s, 5m or 1h, from 1ms up to a year",
        );
    }
}
