//! A scenario as people write it.

use crate::{Property, Span};
use lockstep_lock::Algorithm;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Clients that race for locks on one Redis node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The locks by the names under which programs speak of them.
    #[serde(default)]
    pub locks: BTreeMap<String, LockSpec>,
    /// The clients by name.
    pub clients: BTreeMap<String, ClientSpec>,
    /// What is watched; everything if nothing is said.
    #[serde(default = "Property::all")]
    pub properties: Vec<Property>,
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
}

/// A client and what it does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClientSpec {
    /// Its program, a line each; see [`crate::Program`].
    pub program: String,
}
