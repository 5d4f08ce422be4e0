//! What the clients share beside Redis: sections and resources.

use crate::{Cast, ClientIndex, ResourceIndex, ResourceSpec, SectionIndex};
use std::collections::BTreeSet;

/// A set of clients, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Clients(u16);

impl Clients {
    /// Everybody.
    pub(crate) const ALL: Self = Self(u16::MAX);

    /// Whether the client is among them.
    pub fn contains(self, client: ClientIndex) -> bool {
        self.0 & bit(client) != 0
    }

    /// The clients in the order of names.
    pub fn iter(self) -> impl Iterator<Item = ClientIndex> {
        (0..16).map(ClientIndex).filter(move |client| self.contains(*client))
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn insert(&mut self, client: ClientIndex) {
        self.0 |= bit(client);
    }

    pub(crate) fn remove(&mut self, client: ClientIndex) {
        self.0 &= !bit(client);
    }

    pub(crate) fn only(client: ClientIndex) -> Self {
        Self(bit(client))
    }

    pub(crate) fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    pub(crate) fn bits(self) -> u16 {
        self.0
    }
}

fn bit(client: ClientIndex) -> u16 {
    u32::try_from(client.0).ok().and_then(|shift| 1u16.checked_shl(shift)).unwrap_or(0)
}

/// What the clients share beside Redis.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shared {
    /// Who is inside, by section.
    pub(crate) sections: Vec<Clients>,
    pub(crate) resources: Vec<Resource>,
    /// Who has come to its end, or crashed.
    pub(crate) ended: Clients,
}

/// A resource at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Resource {
    /// A number in a database.
    Row {
        /// What it is.
        value: i64,
        /// Who has read it, or written it, since it was last written.
        fresh: Clients,
        /// The largest fencing number that came with a write.
        highest_fence: i64,
    },
    /// Names that can be inserted once each.
    Table {
        /// Those that are there.
        names: BTreeSet<String>,
    },
    /// Jobs that are taken one after the other.
    Queue {
        /// How many are left.
        left: u32,
    },
}

impl Shared {
    pub(crate) fn new(cast: &Cast) -> Self {
        let resources = cast.resources.iter().map(|resource| match resource.spec {
            ResourceSpec::Row { value, .. } => {
                Resource::Row { value, fresh: Clients::default(), highest_fence: 0 }
            }
            ResourceSpec::Table {} => Resource::Table { names: BTreeSet::new() },
            ResourceSpec::Queue { jobs } => Resource::Queue { left: jobs },
        });
        Self {
            sections: vec![Clients::default(); cast.sections.len()],
            resources: resources.collect(),
            ended: Clients::default(),
        }
    }

    /// Who is inside a section.
    pub fn inside(&self, section: SectionIndex) -> Clients {
        self.sections.get(section.0).copied().unwrap_or_default()
    }

    /// A resource as it is.
    pub fn resource(&self, resource: ResourceIndex) -> Option<&Resource> {
        self.resources.get(resource.0)
    }
}
