//! What must never happen.

use crate::{Cast, ClientIndex, LockIndex};
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
}

impl Property {
    /// Every property.
    pub fn all() -> Vec<Self> {
        vec![Self::MutualExclusion, Self::NoForeignRelease, Self::NoImmortalLock]
    }

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::MutualExclusion => "mutual_exclusion",
            Self::NoForeignRelease => "no_foreign_release",
            Self::NoImmortalLock => "no_immortal_lock",
        }
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
}

impl Violation {
    /// Which property it violates.
    pub fn property(&self) -> Property {
        match self {
            Self::MutualExclusion { .. } => Property::MutualExclusion,
            Self::ForeignRelease { .. } => Property::NoForeignRelease,
            Self::ImmortalLock { .. } => Property::NoImmortalLock,
        }
    }

    /// Who did what, in one English sentence.
    pub fn sentence(&self, cast: &Cast) -> String {
        let key = |lock: &LockIndex| {
            let lock = cast.locks.get(lock.0);
            lock.map_or_else(String::new, |l| String::from_utf8_lossy(&l.key).into_owned())
        };
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
        }
    }
}
