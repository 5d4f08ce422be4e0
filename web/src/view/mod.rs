//! What is drawn, read off a player. Pure: it knows no browser, and nothing
//! about Redis that the player does not say.
//!
//! Moments are in milliseconds since the beginning of the scenario.

mod bar;
mod card;
mod node;
mod part;
mod problem;
mod program;
mod row;
mod shown;

use bar::{Lives, bars};

pub(crate) use bar::{Bar, Held};
pub(crate) use card::{ClientCard, Lamp, Reliance, clients, lamps};
pub(crate) use node::{NodeCard, NodeKey, ResourceCard, nodes, now_ms, resources};
pub(crate) use part::Part;
pub(crate) use problem::Problem;
pub(crate) use program::{LineCard, Place};
pub(crate) use row::{Answer, Lane, LaneState, Mover, Row, Sent, rows};
pub(crate) use shown::Shown;

use lockstep_lock::NodeIndex;
use lockstep_scenario::{Cast, ClientIndex, LockIndex, ResourceIndex, STARTED_AT_MS};

/// The moment of a Unix millisecond.
pub(crate) fn moment_ms(unix_ms: i64) -> i64 {
    unix_ms.saturating_sub(STARTED_AT_MS)
}

/// A moment as people read it: `+5.0 s`, `+30.001 s`.
pub(crate) fn moment(at_ms: i64) -> String {
    format!("+{}", seconds(at_ms))
}

/// A length of time in seconds, with as many digits as it takes: `5.0 s`,
/// `30.001 s`.
pub(crate) fn seconds(ms: i64) -> String {
    if ms % 100 == 0 {
        return format!("{}.{} s", ms / 1000, ms % 1000 / 100);
    }
    format!("{}.{:03} s", ms / 1000, ms % 1000)
}

/// A remaining time to live in seconds with one decimal, the nearest one.
pub(crate) fn ttl(ms: i64) -> String {
    let tenths = ms.saturating_add(50) / 100;
    format!("{}.{} s", tenths / 10, tenths % 10)
}

/// A lock's Redis key as text.
pub(crate) fn lock_key(cast: &Cast, lock: LockIndex) -> String {
    let lock = cast.locks.get(lock.0);
    lock.map_or_else(String::new, |lock| String::from_utf8_lossy(&lock.lock.key).into_owned())
}

/// A resource's name.
pub(crate) fn resource_name(cast: &Cast, resource: ResourceIndex) -> &str {
    cast.resources.get(resource.0).map_or("", |resource| &resource.name)
}

/// A node's name: Redis itself where it is the only one.
pub(crate) fn node_name(cast: &Cast, node: NodeIndex) -> String {
    if cast.node_count() > 1 { cast.node_name(node) } else { "Redis".to_owned() }
}

/// The number of the colour in which a client is drawn, from 0 to 5.
pub(crate) fn hue(client: ClientIndex) -> usize {
    client.0 % 6
}

#[cfg(test)]
mod tests;
