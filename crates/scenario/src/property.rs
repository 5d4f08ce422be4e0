//! What must never happen.

use crate::{Cast, ClientIndex, LockIndex, ResourceIndex};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What must never happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Property {
    /// No two clients are in one section at a time.
    MutualExclusion,
    /// Nobody deletes a lock that another client holds.
    NoForeignRelease,
    /// No lock is left without an expiry by a client that has come to its end.
    NoImmortalLock,
    /// No write overwrites what another wrote since the writer looked.
    NoLostUpdate,
    /// No row leaves its bounds.
    InBounds,
    /// No row takes a write with a fencing number below one that it has seen.
    FencesInOrder,
    /// Whatever happens, the lock can be taken again after it: there is no
    /// state from which it can never become free, or in which somebody waits for
    /// it for ever.
    CanBeTakenAgain,
}

/// Every property with its name in files.
const PROPERTIES: &[(Property, &str)] = &[
    (Property::MutualExclusion, "mutual_exclusion"),
    (Property::NoForeignRelease, "no_foreign_release"),
    (Property::NoImmortalLock, "no_immortal_lock"),
    (Property::NoLostUpdate, "no_lost_update"),
    (Property::InBounds, "in_bounds"),
    (Property::FencesInOrder, "fences_in_order"),
    (Property::CanBeTakenAgain, "can_be_taken_again"),
];

impl Property {
    /// Every property.
    pub fn all() -> Vec<Self> {
        PROPERTIES.iter().map(|(property, _)| *property).collect()
    }

    /// Its name in files.
    pub fn name(self) -> &'static str {
        PROPERTIES.iter().find(|(property, _)| *property == self).map_or("", |(_, name)| name)
    }

    /// A bit of its own.
    pub(crate) fn bit(self) -> u16 {
        let place = PROPERTIES.iter().position(|(property, _)| *property == self);
        place.and_then(|p| 1u16.checked_shl(u32::try_from(p).ok()?)).unwrap_or(0)
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A property that was violated: who did what.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Violation {
    /// Several clients are in one section.
    MutualExclusion {
        /// Where.
        section: String,
        /// Who, in the order of names.
        clients: Vec<ClientIndex>,
    },
    /// A client deleted another's lock.
    ForeignRelease {
        /// Whose command it was.
        by: ClientIndex,
        /// Whose lock it was.
        owner: ClientIndex,
        /// Which lock.
        lock: LockIndex,
    },
    /// A lock has no expiry, and who took it has come to its end.
    ImmortalLock {
        /// Who took it.
        owner: ClientIndex,
        /// Which lock.
        lock: LockIndex,
    },
    /// A write overwrote what another wrote since the writer looked.
    LostUpdate {
        /// Whose write it was.
        by: ClientIndex,
        /// Which row.
        row: ResourceIndex,
    },
    /// A row left its bounds.
    OutOfBounds {
        /// Whose write it was.
        by: ClientIndex,
        /// Which row.
        row: ResourceIndex,
        /// What it is now.
        value: i64,
    },
    /// A row took a write with a fencing number below one that it has seen.
    StaleWrite {
        /// Whose write it was.
        by: ClientIndex,
        /// Which row.
        row: ResourceIndex,
        /// The number that came with it.
        fence: i64,
        /// The largest that came before.
        highest: i64,
    },
    /// From here on the lock can never become free, or somebody waits for it for
    /// ever.
    NeverFree {
        /// Which lock.
        lock: LockIndex,
    },
}

impl Violation {
    /// Which property it violates.
    pub fn property(&self) -> Property {
        match self {
            Self::MutualExclusion { .. } => Property::MutualExclusion,
            Self::ForeignRelease { .. } => Property::NoForeignRelease,
            Self::ImmortalLock { .. } => Property::NoImmortalLock,
            Self::LostUpdate { .. } => Property::NoLostUpdate,
            Self::OutOfBounds { .. } => Property::InBounds,
            Self::StaleWrite { .. } => Property::FencesInOrder,
            Self::NeverFree { .. } => Property::CanBeTakenAgain,
        }
    }

    /// Who did what, in one English sentence.
    pub fn sentence(&self, cast: &Cast) -> String {
        let key = |lock: &LockIndex| {
            let lock = cast.locks.get(lock.0);
            lock.map_or_else(String::new, |l| String::from_utf8_lossy(&l.lock.key).into_owned())
        };
        let row = |row: &ResourceIndex| cast.resources.get(row.0).map_or("", |r| &*r.name);
        match self {
            Self::MutualExclusion { section, clients } => {
                let names: Vec<_> = clients.iter().map(|c| cast.name(*c)).collect();
                format!("{} are inside {section} at the same time.", names.join(" and "))
            }
            Self::ForeignRelease { by, owner, lock } => {
                let (by, owner) = (cast.name(*by), cast.name(*owner));
                format!("{by} deleted {}, which {owner} holds.", key(lock))
            }
            Self::ImmortalLock { owner, lock } => {
                let owner = cast.name(*owner);
                format!("{owner} has ended and left {} without an expiry.", key(lock))
            }
            Self::LostUpdate { by, row: index } => {
                let by = cast.name(*by);
                format!("{by} overwrote {}, which had changed since {by} read it.", row(index))
            }
            Self::OutOfBounds { by, row: index, value } => {
                format!("{} made {} {value}, which it must never be.", cast.name(*by), row(index))
            }
            Self::StaleWrite { by, row: index, fence, highest } => format!(
                "{} wrote {} with the fencing number {fence} after it had taken {highest}.",
                cast.name(*by),
                row(index)
            ),
            Self::NeverFree { lock } => {
                format!(
                    "{} never becomes free again, or somebody waits for it for ever.",
                    key(lock)
                )
            }
        }
    }
}
