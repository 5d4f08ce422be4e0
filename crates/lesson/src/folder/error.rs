//! What is not in order in a lesson, and where.

use lockstep_scenario::ScenarioError;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Something that is not in order in a file: where, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonError {
    /// The file.
    pub file: PathBuf,
    /// Line and column, counted from 1; `None` if it is about the whole file.
    pub place: Option<(usize, usize)>,
    /// The line itself.
    pub source_line: Option<String>,
    /// What is wrong and what was expected.
    pub problem: String,
}

impl std::error::Error for LessonError {}

/// `file:line:column: problem`, and the line with a mark below it.
impl fmt::Display for LessonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some((line, column)) = self.place {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", self.problem)?;
        if let (Some((line, column)), Some(source)) = (self.place, &self.source_line) {
            let number = line.to_string();
            let margin = " ".repeat(number.len());
            write!(f, "\n{margin} |\n{number} | {source}\n{margin} | {:>column$}", "^")?;
        }
        Ok(())
    }
}

/// A place in a text, as an offset in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place(usize);

impl Place {
    pub(super) fn start() -> Self {
        Self(0)
    }

    pub(super) fn at(offset: usize) -> Self {
        Self(offset)
    }

    /// Where the value of a key stands in a TOML text; its start if it is not
    /// there.
    pub(super) fn of_key(text: &str, path: &[&str]) -> Self {
        value_span(text, path).map_or(Self(0), |span| Self(span.start))
    }
}

/// Where a value stands; a number on the path is a place in an array.
fn value_span(text: &str, path: &[&str]) -> Option<Range<usize>> {
    let document = toml::de::DeTable::parse(text).ok()?;
    let (first, rest) = path.split_first()?;
    let mut value = document.get_ref().get(*first)?;
    for name in rest {
        value = match (value.get_ref().as_table(), value.get_ref().as_array()) {
            (Some(table), _) => table.get(*name)?,
            (_, Some(array)) => array.get(name.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    Some(value.span())
}

impl LessonError {
    pub(super) fn at(file: &Path, text: &str, place: Place, problem: String) -> Self {
        let before = text.get(..place.0).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        Self::at_line(file, text, line, column, problem)
    }

    fn at_line(file: &Path, text: &str, line: usize, column: usize, problem: String) -> Self {
        let source_line = text.lines().nth(line - 1).map(str::to_owned);
        Self { file: file.to_owned(), place: Some((line, column)), source_line, problem }
    }

    pub(super) fn whole(file: &Path, problem: String) -> Self {
        Self { file: file.to_owned(), place: None, source_line: None, problem }
    }

    pub(super) fn file(file: &Path, error: &std::io::Error) -> Self {
        Self::whole(file, format!("cannot be read: {error}"))
    }

    pub(super) fn no_lessons(root: &Path) -> Self {
        Self::whole(root, "has no folder with a lesson.toml in it".to_owned())
    }

    pub(super) fn toml(file: &Path, text: &str, error: &toml::de::Error) -> Self {
        let problem = error.message().to_owned();
        match error.span() {
            Some(span) => Self::at(file, text, Place::at(span.start), problem),
            None => Self::whole(file, problem),
        }
    }

    /// An error of a program is told in the file's own lines.
    pub(super) fn scenario(file: &Path, text: &str, error: &ScenarioError) -> Self {
        match error {
            ScenarioError::Program { client, error } => {
                if let Some(span) = one_line(text, client).filter(|_| error.line > 1) {
                    let problem = format!("program of client {client}, {error}");
                    return Self::at(file, text, Place::at(span.start), problem);
                }
                let first = first_program_line(text, client);
                let problem = format!("program of client {client}: {}", error.problem);
                Self::at_line(file, text, first + error.line - 1, error.column, problem)
            }
            ScenarioError::UnknownName { client, line, kind, name, known } => {
                let problem = format!("there is no {kind} `{name}`; {known}");
                Self::at_word(file, text, (client, *line, name), &problem)
            }
            ScenarioError::NeverRead { client, line, row } => {
                let problem = format!(
                    "it goes by what it has read of `{row}`, and no line above reads it; \
                     write `read {row}` before"
                );
                Self::at_word(file, text, (client, *line, row), &problem)
            }
            _ => Self::of_keys(file, text, error),
        }
    }

    /// At a word in a line of a client's program, counted from 1.
    fn at_word(file: &Path, text: &str, place: (&str, usize, &str), problem: &str) -> Self {
        let (client, line, word) = place;
        let line = first_program_line(text, client) + line - 1;
        let source = text.lines().nth(line - 1).unwrap_or_default();
        let before = source.rfind(word).and_then(|at| source.get(..at));
        let column = before.map_or(1, |before| before.chars().count() + 1);
        let problem = format!("program of client {client}: {problem}");
        Self::at_line(file, text, line, column, problem)
    }

    /// An error of a scenario is told where the value stands that it is about.
    fn of_keys(file: &Path, text: &str, error: &ScenarioError) -> Self {
        let path: &[&str] = match error {
            ScenarioError::ClientName { name } => &["clients", name],
            ScenarioError::ProgramOrLike { client } => &["clients", client],
            ScenarioError::UnknownLike { client, .. } => &["clients", client, "like"],
            ScenarioError::SameKey { second, .. } => &["locks", second, "key"],
            ScenarioError::Lock { lock, .. } => &["locks", lock],
            ScenarioError::TooMany { what, .. } => &[what],
            ScenarioError::NoNodes => &["nodes"],
            ScenarioError::NoClients
            | ScenarioError::Program { .. }
            | ScenarioError::UnknownName { .. }
            | ScenarioError::NeverRead { .. } => &[],
        };
        match value_span(text, path) {
            Some(span) => Self::at(file, text, Place::at(span.start), error.to_string()),
            None => Self::whole(file, error.to_string()),
        }
    }
}

/// The line of the file at which a client's program begins: the one after the
/// opening quotes of a string of several lines, whose first line break TOML
/// drops.
fn first_program_line(text: &str, client: &str) -> usize {
    let own = value_span(text, &["clients", client, "program"]);
    let Some(span) = own.or_else(|| model_span(text, client)) else { return 1 };
    let line = text[..span.start].matches('\n').count() + 1;
    let opening = text[span].lines().next().unwrap_or_default();
    line + usize::from(matches!(opening.trim_end(), "'''" | "\"\"\""))
}

/// Where a client's program stands if it is written in one line of the file,
/// whose own lines are none of the file's.
fn one_line(text: &str, client: &str) -> Option<Range<usize>> {
    let own = value_span(text, &["clients", client, "program"]);
    own.or_else(|| model_span(text, client)).filter(|span| !text[span.clone()].contains('\n'))
}

/// Where the program of the client stands that this one is like.
fn model_span(text: &str, client: &str) -> Option<Range<usize>> {
    let document = toml::de::DeTable::parse(text).ok()?;
    let clients = document.get_ref().get("clients")?.get_ref().as_table()?;
    let like = clients.get(client)?.get_ref().as_table()?.get("like")?;
    value_span(text, &["clients", like.get_ref().as_str()?, "program"])
}
