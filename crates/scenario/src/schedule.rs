//! The order chosen.

use crate::{Cast, Choice};
use lockstep_lock::NodeIndex;
use std::fmt;

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
    #[error(
        "choice {position}, `{found}`: expected one of {names}, +MILLISECONDS from +1 on, \
         or one of these or {nodes} with what happens to it, such as `{example}:crash`"
    )]
    Choice { position: usize, found: String, names: String, nodes: Box<str>, example: Box<str> },
}

/// The names of the nodes, as an error tells them.
fn nodes(cast: &Cast) -> Box<str> {
    let nodes = (0..cast.node_count()).filter_map(|node| u16::try_from(node).ok());
    let names: Vec<_> = nodes.map(|node| cast.node_name(NodeIndex(node))).collect();
    names.join(", ").into()
}

impl Schedule {
    /// Reads a schedule for the clients of `cast`.
    ///
    /// # Errors
    ///
    /// Another version, or a choice that names nothing of the cast and no
    /// length of time.
    pub fn parse(text: &str, cast: &Cast) -> Result<Self, ScheduleError> {
        let mut words = text.split_whitespace();
        let version = words.next().unwrap_or_default();
        if version != "v1:" {
            return Err(ScheduleError::Version { found: version.to_owned() });
        }
        let choices = words.enumerate().map(|(index, word)| {
            Choice::parse(word, cast).ok_or_else(|| {
                let names: Vec<_> = cast.clients.iter().map(|c| c.name.as_str()).collect();
                let example = names.first().copied().unwrap_or_default().into();
                let (position, names, found) = (index + 1, names.join(", "), word.to_owned());
                ScheduleError::Choice { position, found, names, nodes: nodes(cast), example }
            })
        });
        Ok(Self { choices: choices.collect::<Result<_, _>>()? })
    }

    /// The schedule in the form that [`Schedule::parse`] reads.
    pub fn display<'a>(&'a self, cast: &'a Cast) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| {
            f.write_str("v1:")?;
            self.choices.iter().try_for_each(|choice| write!(f, " {}", choice.display(cast)))
        })
    }
}
