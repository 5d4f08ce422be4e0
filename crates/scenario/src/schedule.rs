//! The order chosen.

use crate::{Cast, ClientIndex};
use std::fmt;

/// One choice: who goes on, or how far time moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// A client takes its next step.
    Client(ClientIndex),
    /// Time moves by so many milliseconds.
    Time {
        /// How far.
        by_ms: u64,
    },
}

/// The order chosen, in names and with a version: `v1: A B +30001 A`.
///
/// It fits another variant of the same scenario: a step that is not possible
/// there shows as still waiting.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Schedule {
    /// The choices in order.
    pub choices: Vec<Choice>,
}

/// A text that is no schedule for a scenario.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each is its text")]
pub enum ScheduleError {
    #[error("a schedule begins with its version, `v1:`; found `{found}`")]
    Version { found: String },
    #[error("choice {position}, `{found}`: expected one of {names}, or +MILLISECONDS from +1 on")]
    Choice { position: usize, found: String, names: String },
}

/// More than any lesson needs, and little enough never to overflow a clock.
const LONGEST_MOVE_MS: u64 = 366 * 24 * 3_600_000;

impl Schedule {
    /// Reads a schedule for the clients of `cast`.
    ///
    /// # Errors
    ///
    /// Another version, or a choice that names no client of the cast and no
    /// length of time.
    pub fn parse(text: &str, cast: &Cast) -> Result<Self, ScheduleError> {
        let mut words = text.split_whitespace();
        let version = words.next().unwrap_or_default();
        if version != "v1:" {
            return Err(ScheduleError::Version { found: version.to_owned() });
        }
        let choices = words.enumerate().map(|(index, word)| {
            choice(word, cast).ok_or_else(|| {
                let names: Vec<_> = cast.clients.iter().map(|c| c.name.as_str()).collect();
                let (position, names) = (index + 1, names.join(", "));
                ScheduleError::Choice { position, found: word.to_owned(), names }
            })
        });
        Ok(Self { choices: choices.collect::<Result<_, _>>()? })
    }

    /// The schedule in the form that [`Schedule::parse`] reads.
    pub fn display<'a>(&'a self, cast: &'a Cast) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| {
            f.write_str("v1:")?;
            for choice in &self.choices {
                match choice {
                    Choice::Client(client) => write!(f, " {}", cast.name(*client))?,
                    Choice::Time { by_ms } => write!(f, " +{by_ms}")?,
                }
            }
            Ok(())
        })
    }
}

fn choice(word: &str, cast: &Cast) -> Option<Choice> {
    let Some(ms) = word.strip_prefix('+') else {
        return cast.client(word).map(Choice::Client);
    };
    let digits = ms.bytes().all(|b| b.is_ascii_digit());
    let by_ms = ms.parse().ok().filter(|_| digits)?;
    (1..=LONGEST_MOVE_MS).contains(&by_ms).then_some(Choice::Time { by_ms })
}
