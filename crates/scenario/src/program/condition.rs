//! What an `if` asks.

use super::ProgramError;
use super::place::Words;
use std::cmp::Ordering;

/// What an `if` asks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the language is described in the crate's README")]
pub enum Condition {
    Not(Box<Condition>),
    /// The last acquisition, insertion, write or take was done.
    Done,
    /// The owner may still rely on the lock, by its own clock.
    Valid {
        lock: String,
    },
    /// The last reply, as `redis-cli` prints it without quotes.
    ReplyIs {
        text: String,
    },
    Reply {
        relation: Relation,
        number: i64,
    },
    Row {
        row: String,
        relation: Relation,
        number: i64,
    },
}

impl Condition {
    /// The row at whose value it looks.
    pub(super) fn row(&self) -> Option<&str> {
        match self {
            Self::Not(condition) => condition.row(),
            Self::Row { row, .. } => Some(row),
            _ => None,
        }
    }
}

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "they are what they are called")]
pub enum Relation {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

const RELATIONS: &[(&str, Relation)] = &[
    ("=", Relation::Equal),
    ("!=", Relation::Unequal),
    ("<", Relation::Less),
    ("<=", Relation::LessOrEqual),
    (">", Relation::Greater),
    (">=", Relation::GreaterOrEqual),
];

impl Relation {
    /// Whether it holds between the two.
    pub fn holds(self, left: i64, right: i64) -> bool {
        let order = left.cmp(&right);
        match self {
            Self::Equal => order == Ordering::Equal,
            Self::Unequal => order != Ordering::Equal,
            Self::Less => order == Ordering::Less,
            Self::LessOrEqual => order != Ordering::Greater,
            Self::Greater => order == Ordering::Greater,
            Self::GreaterOrEqual => order != Ordering::Less,
        }
    }

    /// Takes one of the signs.
    pub(super) fn parse(words: &mut Words<'_>) -> Result<Self, ProgramError> {
        let signs: Vec<_> = RELATIONS.iter().map(|(sign, _)| *sign).collect();
        let what = format!("one of {}", signs.join(" "));
        let word = words.expect(&what)?;
        let relation = RELATIONS.iter().find(|(sign, _)| *sign == word);
        let problem = || words.error(word, format!("expected {what}, found `{word}`"));
        relation.map(|(_, relation)| *relation).ok_or_else(problem)
    }
}

/// Reads what stands behind `if`.
pub(super) fn condition(words: &mut Words<'_>) -> Result<Condition, ProgramError> {
    if words.take("not") {
        return Ok(Condition::Not(Box::new(condition(words)?)));
    }
    let what = "`done`, `not`, `valid LOCK`, `reply is TEXT`, or `reply` or a row and a comparison";
    let condition = match words.expect(what)? {
        "done" => Condition::Done,
        "valid" => Condition::Valid { lock: words.expect("the name of a lock")?.to_owned() },
        "reply" if words.take("is") => {
            let text = words.expect("the reply: nil, OK, a number or a text")?.to_owned();
            Condition::ReplyIs { text }
        }
        "reply" => {
            let relation = Relation::parse(words)?;
            Condition::Reply { relation, number: words.number("a whole number")? }
        }
        row => {
            let (row, relation) = (row.to_owned(), Relation::parse(words)?);
            Condition::Row { row, relation, number: words.number("a whole number")? }
        }
    };
    words.end()?;
    Ok(condition)
}
