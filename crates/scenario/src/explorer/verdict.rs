//! What an exploration has to say.

use super::Explorer;
use crate::{Cast, ClientIndex, Clients, Faults, Property, Schedule, Violation};
use std::fmt;

/// What an exploration has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Which faults were allowed.
    pub faults: Faults,
    /// What is known of each property that was asked for.
    pub answers: Vec<(Property, Answer)>,
    /// Who got a lock in some state: a lock that never grants keeps every
    /// promise.
    pub acquired: Clients,
    /// Who was interchangeable with whom, as far as that was asked for: states
    /// that differ only in who of them is who were counted as one.
    pub interchangeable: Vec<Vec<ClientIndex>>,
    /// How many states were found.
    pub states: usize,
    /// How many steps were taken from one state to another.
    pub transitions: u64,
    /// Why it ended before everything was looked at.
    pub limit: Option<Limit>,
}

/// What is known of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Every state that the faults allow was looked at: it holds, for this
    /// scenario and this budget.
    Holds,
    /// It can be violated, and this is the shortest way.
    Broken(Found),
    /// Nothing was found, and not everything was looked at.
    Open,
}

/// The shortest way to violate a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Which faults it takes.
    pub faults: Faults,
    /// The schedule, whose last step violates the property.
    pub schedule: Schedule,
    /// Who did what.
    pub violation: Violation,
}

/// Why an exploration ended before everything was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So many states were found.
    States(usize),
    /// The states and what is known of steps take more than so many bytes.
    Memory(u64),
    /// Some schedules are longer than so many steps.
    Depth(u32),
    /// Somebody stopped it.
    Cancelled,
    /// A program or a script looks at the time of day, and states are told
    /// apart by how long things take, not by when they happen; or it goes by
    /// how long a key has left, and time moves only from event to event.
    TimeOfDay,
    /// The player does not show what was found: a fault of the explorer.
    NotReplayed,
    /// A shortest violation of each property that was to be found is known.
    Answered,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::States(states) => write!(f, "not finished: {states} states are too many"),
            Self::Memory(bytes) => {
                write!(f, "not finished: {} MB of memory are too few", bytes >> 20)
            }
            Self::Depth(steps) => write!(f, "not finished: there are more than {steps} steps"),
            Self::TimeOfDay => f.write_str(
                "not proved: a program looks at the time, and the explorer does not go through \
                 all moments",
            ),
            Self::NotReplayed => f.write_str(
                "not proved: the player does not show what was found; please report the scenario",
            ),
            Self::Cancelled => f.write_str("not finished: it was stopped"),
            Self::Answered => f.write_str("ended at the first answer"),
        }
    }
}

impl Verdict {
    /// Whether a property is violated.
    pub fn is_broken(&self) -> bool {
        self.answers.iter().any(|(_, answer)| matches!(answer, Answer::Broken(_)))
    }

    /// What is known of a property.
    pub fn answer(&self, property: Property) -> Option<&Answer> {
        self.answers.iter().find(|(asked, _)| *asked == property).map(|(_, answer)| answer)
    }

    /// The clients that never got a lock, though their programs ask for one.
    pub fn never_acquired(&self, cast: &Cast) -> Vec<ClientIndex> {
        let asks = |client: &ClientIndex| {
            let acts = &cast.clients[client.0].acts;
            acts.iter().any(|act| matches!(act, crate::cast::Act::Acquire { .. }))
        };
        let clients = (0..cast.clients.len()).map(ClientIndex);
        clients.filter(asks).filter(|client| !self.acquired.contains(*client)).collect()
    }
}

impl Explorer {
    /// What it has to say so far.
    pub fn verdict(&mut self) -> Verdict {
        let properties = self.question.properties.clone();
        let looked_at_all = self.finished && self.stopped.is_none() && self.open.is_empty();
        let complete = looked_at_all && !self.cast.looks_at_time();
        let mut unshown = false;
        let answers = properties.into_iter().map(|property| {
            let is_known = self.found.contains_key(&property);
            let answer = match self.found_schedule(property) {
                Some(found) => Answer::Broken(found),
                None if complete && !is_known => Answer::Holds,
                None => Answer::Open,
            };
            unshown |= is_known && answer == Answer::Open;
            (property, answer)
        });
        let answers = answers.collect();
        let limit = match self.stopped {
            _ if unshown => Some(Limit::NotReplayed),
            None if !looked_at_all => Some(Limit::Answered),
            None if !complete => Some(Limit::TimeOfDay),
            stopped => stopped,
        };
        Verdict {
            faults: self.question.faults,
            answers,
            acquired: self.tables.all_like(Clients::from_bits(self.reached)),
            interchangeable: self.tables.interchangeable(),
            states: self.store.len(),
            transitions: self.transitions,
            limit,
        }
    }
}
