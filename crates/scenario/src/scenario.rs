//! A scenario as people write it.

use crate::{Faults, Property, Span};
use lockstep_engine::ServerVersion;
use lockstep_lock::{Algorithm, Compare};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Clients that race for locks, what may go wrong meanwhile, and what must
/// never happen. Every word of it is described in `crates/scenario/README.md`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Where the locks live.
    #[serde(default, skip_serializing_if = "Nodes::is_one")]
    pub nodes: Nodes,
    /// What a node that restarts still has.
    #[serde(default, skip_serializing_if = "Disk::is_none")]
    pub disk: Disk,
    /// Which server the nodes are.
    #[serde(default, skip_serializing_if = "Server::is_default")]
    pub server: Server,
    /// What is watched; everything if nothing is said.
    #[serde(default = "Property::all")]
    pub properties: Vec<Property>,
    /// The locks by the names under which programs speak of them.
    #[serde(default)]
    pub locks: BTreeMap<String, LockSpec>,
    /// What the locks protect, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub resources: BTreeMap<String, ResourceSpec>,
    /// The clients by name.
    pub clients: BTreeMap<String, ClientSpec>,
    /// What may go wrong, and how often, when it is explored.
    #[serde(default, skip_serializing_if = "Faults::is_none")]
    pub faults: Faults,
}

/// Where the locks live.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Nodes {
    /// One server, `redis`.
    #[default]
    One,
    /// One service, `redis`: a primary with so many replicas.
    Replicas(u8),
    /// So many servers that know nothing of each other: `n1`, `n2`, …
    Independent(u8),
}

impl Nodes {
    /// Whether it is a single server.
    pub fn is_one(&self) -> bool {
        *self == Self::One
    }
}

/// What a node that restarts still has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Disk {
    /// Nothing: it only remembers.
    #[default]
    None,
    /// What it had when time last moved (`appendfsync everysec`, seen from the
    /// moments of a scenario).
    Everysec,
    /// Everything that it answered (`appendfsync always`).
    Always,
}

/// Which server a node is. What is newer than Redis 7.0 was not compared with the
/// server itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Server {
    /// With which everything is compared.
    #[default]
    #[serde(rename = "redis-7.0")]
    Redis7_0,
    /// It has `DELEX`, and `SET` with `IFEQ`.
    #[serde(rename = "redis-8.4")]
    Redis8_4,
    /// It has `DELIFEQ`, and `SET` with `IFEQ`.
    #[serde(rename = "valkey-9")]
    Valkey9,
}

impl Server {
    /// Whether nothing need be said of it.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// The engine's name for it.
    pub(crate) fn version(self) -> ServerVersion {
        match self {
            Self::Redis7_0 => ServerVersion::Redis7_0,
            Self::Redis8_4 => ServerVersion::Redis8_4,
            Self::Valkey9 => ServerVersion::Valkey9,
        }
    }

    /// By which command its lock library compares.
    pub(crate) fn compare(self) -> Compare {
        match self {
            Self::Redis7_0 => Compare::Lua,
            Self::Redis8_4 => Compare::Delex,
            Self::Valkey9 => Compare::Delifeq,
        }
    }
}

impl Disk {
    /// Whether a restart loses everything.
    pub fn is_none(&self) -> bool {
        *self == Self::None
    }
}

/// A lock: the key, and how the lock library takes it and gives it back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LockSpec {
    /// How it is taken and given back.
    pub algorithm: Algorithm,
    /// The Redis key.
    pub key: String,
    /// Its time to live.
    pub ttl: Span,
    /// The pause between attempts; a single attempt if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry: Option<Span>,
    /// Whether waiting clients are told of a release.
    #[serde(default, skip_serializing_if = "is_false")]
    pub notify: bool,
    /// Whether each acquisition gets a number that only grows.
    #[serde(default, skip_serializing_if = "is_false")]
    pub fenced: bool,
    /// Whether a watchdog extends it while it is held.
    #[serde(default, skip_serializing_if = "is_false")]
    pub watchdog: bool,
    /// The longest that one owner may keep it by extending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_lease: Option<Span>,
    /// `fair`: how long a waiter that does not ask again keeps its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patience: Option<Span>,
    /// `replicated`: how many replicas must confirm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replicas: Option<u8>,
    /// `redlock`, `replicated`: how long an answer may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_within: Option<Span>,
}

impl LockSpec {
    /// A lock with nothing special about it.
    pub fn new(algorithm: Algorithm, key: impl Into<String>, ttl: Span) -> Self {
        Self {
            algorithm,
            key: key.into(),
            ttl,
            retry: None,
            notify: false,
            fenced: false,
            watchdog: false,
            max_lease: None,
            patience: None,
            replicas: None,
            answer_within: None,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// Something that a lock protects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ResourceSpec {
    /// A number in a database.
    Row {
        /// What it is in the beginning.
        value: i64,
        /// It must never be less.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        min: Option<i64>,
        /// It must never be more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max: Option<i64>,
        /// Whether it refuses writes with a fencing number below one that it
        /// has seen.
        #[serde(default, skip_serializing_if = "is_false")]
        fenced: bool,
    },
    /// Names that can be inserted once each: an idempotency table, a unique
    /// constraint.
    Table {},
    /// Jobs that are taken one after the other.
    Queue {
        /// How many there are in the beginning.
        jobs: u32,
    },
}

/// A client and what it does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClientSpec {
    /// Its program, a line each; see [`crate::Program`]. Empty if it is
    /// another's.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub program: String,
    /// Whose program it has, if not one of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub like: Option<String>,
}
