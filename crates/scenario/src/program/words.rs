//! Reading one line.

use super::condition::{Relation, condition};
use super::place::{Place, Words};
use super::{Expression, Guard, ProgramError, Word};
use crate::{Span, SpanError};
use lockstep_engine::COMMANDS;
use lockstep_resp::{Command, cli};

/// The words with which a line can begin.
pub(super) const WORDS: &[&str] = &[
    "acquire", "try", "extend", "release", "enter", "leave", "work", "think", "read", "write",
    "insert", "take", "if", "retry", "stop",
];

/// Commands that change what a connection is. A program has one connection for
/// each node, which its lock operations share.
const KEPT_OUT: &[&str] = &[
    "QUIT",
    "RESET",
    "HELLO",
    "SELECT",
    "MULTI",
    "EXEC",
    "DISCARD",
    "SUBSCRIBE",
    "PSUBSCRIBE",
    "SSUBSCRIBE",
    "SHUTDOWN",
];

/// What a line says.
pub(super) fn word(place: Place<'_>, text: &str) -> Result<Word, ProgramError> {
    let mut words = Words::new(place, text);
    let name = words.expect("a word")?;
    if name.bytes().all(|b| b.is_ascii_uppercase() || b == b'_') {
        return redis(place, text, name);
    }
    let word = match name {
        "acquire" => Word::Acquire { lock: one(&mut words, "a lock")? },
        "try" => Word::Try { lock: one(&mut words, "a lock")? },
        "extend" => Word::Extend { lock: one(&mut words, "a lock")? },
        "release" => Word::Release { lock: one(&mut words, "a lock")? },
        "enter" => Word::Enter { section: one(&mut words, "a section")? },
        "leave" => Word::Leave { section: one(&mut words, "a section")? },
        "work" => Word::Work { span: span(&mut words)? },
        "think" => Word::Think,
        "read" => {
            let row = one(&mut words, "a row")?;
            Word::Read { row, fence: fence(&mut words)? }
        }
        "write" => write(&mut words)?,
        "insert" => {
            let table = one(&mut words, "a table")?;
            Word::Insert { table, name: words.expect("what to insert")?.to_owned() }
        }
        "take" => Word::Take { queue: one(&mut words, "a queue")? },
        "if" => Word::If { condition: condition(&mut words)?, otherwise: 0 },
        "retry" if words.peek().is_empty() => Word::Retry { times: None },
        "retry" => Word::Retry { times: Some(times(&mut words)?) },
        "stop" => Word::Stop,
        _ => {
            let known = WORDS.join(", ");
            let problem = format!(
                "`{name}` is no word of the language; expected {known}, or a Redis command in \
                 capitals"
            );
            return Err(place.error(name, problem));
        }
    };
    words.end()?;
    Ok(word)
}

fn one(words: &mut Words<'_>, what: &str) -> Result<String, ProgramError> {
    words.expect(&format!("the name of {what}")).map(str::to_owned)
}

fn span(words: &mut Words<'_>) -> Result<Span, ProgramError> {
    let word = words.expect("a length of time, such as 5s,")?;
    word.parse().map_err(|e: SpanError| words.error(word, e.to_string()))
}

fn times(words: &mut Words<'_>) -> Result<u32, ProgramError> {
    let what = "how often: a number from 1 to 1000, or nothing";
    let word = words.expect(what)?;
    let times = word.parse().ok().filter(|n| (1..=1000).contains(n));
    times.ok_or_else(|| words.error(word, format!("expected {what}, found `{word}`")))
}

fn write(words: &mut Words<'_>) -> Result<Word, ProgramError> {
    let row = one(words, "a row")?;
    if !words.take("=") {
        let at = words.peek();
        let problem = "expected `=` and what to write, such as `write stock = stock - 1`";
        return Err(words.error(at, problem));
    }
    let value = expression(words)?;
    let guard = match words.peek() {
        "if" => {
            words.next();
            let what = "`unchanged`";
            let word = words.expect(what)?;
            if word != "unchanged" {
                return Err(words.error(word, format!("expected {what}, found `{word}`")));
            }
            Guard::Unchanged
        }
        "where" => {
            words.next();
            let named = words.expect("the name of the row again")?;
            if named != row || value.row.as_ref().is_some_and(|other| *other != row) {
                let problem = format!("`where` looks only at the row that is written, `{row}`");
                return Err(words.error(named, problem));
            }
            let relation = Relation::parse(words)?;
            Guard::Where { relation, number: words.number("a whole number")? }
        }
        _ => fence(words)?.map_or(Guard::Blind, |lock| Guard::Fenced { lock }),
    };
    Ok(Word::Write { row, value, guard })
}

/// Whose fencing number goes with it: `fenced by LOCK`, or nothing.
fn fence(words: &mut Words<'_>) -> Result<Option<String>, ProgramError> {
    if !words.take("fenced") {
        return Ok(None);
    }
    if !words.take("by") {
        let at = words.peek();
        return Err(words.error(at, "expected `by` and the name of a lock"));
    }
    one(words, "a lock").map(Some)
}

fn expression(words: &mut Words<'_>) -> Result<Expression, ProgramError> {
    let what = "a whole number, or a row and what to add to it, such as `stock - 1`";
    let word = words.expect(what)?;
    if let Ok(plus) = word.parse() {
        return Ok(Expression { row: None, plus });
    }
    let row = Some(word.to_owned());
    let sign = match words.peek() {
        "+" => 1,
        "-" => -1,
        _ => return Ok(Expression { row, plus: 0 }),
    };
    words.next();
    let number = words.number("a whole number")?;
    Ok(Expression { row, plus: number.saturating_mul(sign) })
}

fn redis(place: Place<'_>, text: &str, name: &str) -> Result<Word, ProgramError> {
    if !COMMANDS.iter().any(|spec| spec.name == name) {
        return Err(place.error(name, format!("the engine has no command {name}")));
    }
    if KEPT_OUT.contains(&name) {
        let problem = format!("{name} would change the connection that the locks use too");
        return Err(place.error(name, problem));
    }
    let command = Command::parse(text).map_err(|e: cli::SplitError| {
        let at = text.char_indices().nth(e.column - 1).map_or(text.len(), |(at, _)| at);
        place.error(&text[at..], e.problem)
    })?;
    Ok(Word::Redis { command })
}
