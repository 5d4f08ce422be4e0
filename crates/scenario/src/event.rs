//! What happened.

use crate::{ClientIndex, LockIndex, Violation};
use lockstep_lock::{AcquireError, Extended, Grant, Released};
use lockstep_resp::{Blob, Command, Reply};

/// Something that happened, with the moment of the world's clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Unix milliseconds.
    pub at_ms: i64,
    /// What it was.
    pub kind: EventKind,
}

/// What can happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A client could have gone on since then, and did not: a pause.
    Paused {
        /// Who.
        client: ClientIndex,
        /// Since when, in Unix milliseconds.
        since_ms: i64,
    },
    /// A command was applied and answered.
    Command {
        /// Whose.
        client: ClientIndex,
        /// What it said.
        command: Command,
        /// The answer.
        reply: Reply,
    },
    /// Something happened to a key, under Redis's name for it.
    Key {
        /// The key.
        key: Blob,
        /// `set`, `del`, `expire`, `expired`, …
        name: &'static str,
        /// Whose command did it; `None` for time alone.
        by: Option<ClientIndex>,
    },
    /// A client took a lock, or did not.
    Acquired {
        /// Who.
        client: ClientIndex,
        /// Which lock.
        lock: LockIndex,
        /// The grant, or why there is none.
        outcome: Result<Grant, AcquireError>,
    },
    /// A client did not get a lock and tries again at that moment.
    WillRetry {
        /// Who.
        client: ClientIndex,
        /// Which lock.
        lock: LockIndex,
        /// When, in Unix milliseconds.
        at_ms: i64,
    },
    /// A client extended a lock, or could not.
    Extended {
        /// Who.
        client: ClientIndex,
        /// Which lock.
        lock: LockIndex,
        /// How it ended.
        outcome: Extended,
    },
    /// A client gave a lock back, or could not.
    Released {
        /// Who.
        client: ClientIndex,
        /// Which lock.
        lock: LockIndex,
        /// How it ended.
        outcome: Released,
    },
    /// A client was to extend or give back a lock that it never took.
    NothingHeld {
        /// Who.
        client: ClientIndex,
        /// Which lock.
        lock: LockIndex,
    },
    /// A client went where only one may be.
    Entered {
        /// Who.
        client: ClientIndex,
        /// Where.
        section: String,
    },
    /// A client came out again.
    Left {
        /// Who.
        client: ClientIndex,
        /// Where.
        section: String,
    },
    /// A client is busy until that moment.
    Working {
        /// Who.
        client: ClientIndex,
        /// Until when, in Unix milliseconds.
        until_ms: i64,
    },
    /// A client has come to its end.
    Finished {
        /// Who.
        client: ClientIndex,
    },
    /// A client was chosen that could not go on: it is waiting, or at its end.
    StillWaiting {
        /// Who.
        client: ClientIndex,
    },
    /// A property was violated.
    Violated(Violation),
}
