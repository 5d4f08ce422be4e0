//! What may go wrong, and how often.

use serde::{Deserialize, Serialize};

/// What may go wrong, and how often: the budget of an exploration.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(deny_unknown_fields, default)]
pub struct Faults {
    /// A client that could go on does not while time moves.
    pub pauses: u8,
    /// A client ends where it stands.
    pub crashes: u8,
    /// A request gets lost on its way.
    pub lost_requests: u8,
    /// A request is applied, and its answer gets lost.
    pub lost_replies: u8,
    /// A node cannot be reached, until it is up again.
    pub nodes_down: u8,
    /// A node restarts, with what its disk has.
    pub restarts: u8,
    /// A client and a node cannot reach each other, until they can again.
    pub partitions: u8,
    /// The primary is lost and a replica takes its place, with what it has.
    pub failovers: u8,
    /// A node's clock jumps ahead by the longest time to live.
    pub clock_jumps: u8,
    /// A client's clock falls behind by the longest time to live, or jumps
    /// ahead by it.
    pub client_clock_jumps: u8,
}

/// A kind of fault: its name, and where it stands in a budget.
struct Kind {
    name: &'static str,
    one: &'static str,
    get: fn(&Faults) -> u8,
    slot: fn(&mut Faults) -> &mut u8,
}

macro_rules! kinds {
    ($($field:ident $one:literal),* $(,)?) => {
        const KINDS: &[Kind] = &[$(Kind {
            name: stringify!($field),
            one: $one,
            get: |faults| faults.$field,
            slot: |faults| &mut faults.$field,
        }),*];
    };
}

kinds! {
    pauses "one pause",
    crashes "one crash",
    lost_requests "one lost request",
    lost_replies "one lost reply",
    nodes_down "one node down",
    restarts "one restart",
    partitions "one partition",
    failovers "one failover",
    clock_jumps "one clock jump",
    client_clock_jumps "one client clock jump",
}

/// A text that is no budget.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is no fault budget; write for example pauses=1,crashes=2, with any of {known}")]
pub struct FaultsError {
    found: String,
    known: String,
}

impl Faults {
    /// Nothing goes wrong.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// How many faults there are in all.
    pub fn total(&self) -> u32 {
        KINDS.iter().map(|kind| u32::from((kind.get)(self))).sum()
    }

    /// More of each kind than anybody counts.
    pub(crate) fn most() -> Self {
        let mut faults = Self::default();
        for kind in KINDS {
            *(kind.slot)(&mut faults) = u8::MAX;
        }
        faults
    }

    /// Whether no kind is there more often than in `allowed`.
    pub fn is_within(&self, allowed: &Self) -> bool {
        KINDS.iter().all(|kind| (kind.get)(self) <= (kind.get)(allowed))
    }

    /// What is spent when so much is left.
    pub fn minus(&self, left: &Self) -> Self {
        let mut spent = *self;
        for kind in KINDS {
            let slot = (kind.slot)(&mut spent);
            *slot = slot.saturating_sub((kind.get)(left));
        }
        spent
    }

    /// The names of all kinds, as files and [`Faults::parse`] have them.
    pub fn names() -> impl Iterator<Item = &'static str> {
        KINDS.iter().map(|kind| kind.name)
    }

    /// How many of each kind, by its name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u8)> + '_ {
        KINDS.iter().map(|kind| (kind.name, (kind.get)(self)))
    }

    /// Reads a budget such as `pauses=1,crashes=2`.
    ///
    /// # Errors
    ///
    /// A kind that is none, or a number beyond 255.
    pub fn parse(text: &str) -> Result<Self, FaultsError> {
        let mut faults = Self::default();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let known = || Self::names().collect::<Vec<_>>().join(", ");
            let error = || FaultsError { found: part.to_owned(), known: known() };
            let (name, count) = part.split_once('=').ok_or_else(error)?;
            let kind = KINDS.iter().find(|kind| kind.name == name.trim()).ok_or_else(error)?;
            *(kind.slot)(&mut faults) = count.trim().parse().map_err(|_| error())?;
        }
        Ok(faults)
    }

    /// In words: `one pause and 2 crashes`, or `no fault`.
    pub fn in_words(&self) -> String {
        let parts = KINDS.iter().filter_map(|kind| match (kind.get)(self) {
            0 => None,
            1 => Some(kind.one.to_owned()),
            n => Some(format!("{n} {}", kind.name.replace('_', " "))),
        });
        let parts: Vec<_> = parts.collect();
        match parts.as_slice() {
            [] => "no fault".to_owned(),
            [one] => one.clone(),
            [most @ .., last] => format!("{} and {last}", most.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_read_and_told() {
        let check = |text: &str, words: &str| {
            assert_eq!(Faults::parse(text).unwrap().in_words(), words);
        };
        check("", "no fault");
        check("pauses=1", "one pause");
        check("pauses=1, crashes=2,lost_replies=3", "one pause, 2 crashes and 3 lost replies");
        let check = |text: &str| Faults::parse(text).unwrap_err();
        assert!(check("naps=1").to_string().starts_with("`naps=1` is no fault budget"));
        check("pauses");
        check("pauses=256");
    }
}
