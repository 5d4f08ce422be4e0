//! What is drawn, read off a player. Pure: it knows no browser, and nothing
//! about Redis that the player does not say.
//!
//! Moments are in milliseconds since the beginning of the scenario.

mod card;
mod part;
mod row;
mod shown;

pub(crate) use card::{ClientCard, Lamp, LineCard, NodeCard, NodeKey, Place, clients, lamps, node};
pub(crate) use part::Part;
pub(crate) use row::{Bar, Held, Lane, LaneState, Mover, Row, rows};
pub(crate) use shown::Shown;

use lockstep_scenario::{Cast, ClientIndex, LockIndex, STARTED_AT_MS};

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
    lock.map_or_else(String::new, |lock| String::from_utf8_lossy(&lock.key).into_owned())
}

/// The number of the colour in which a client is drawn, from 0 to 5.
pub(crate) fn hue(client: ClientIndex) -> usize {
    client.0 % 6
}

#[cfg(test)]
mod tests;
