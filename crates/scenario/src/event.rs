//! What happened.

use crate::{ClientIndex, LockIndex, NodeEvent, ResourceIndex, Violation};
use lockstep_lock::{AcquireError, Extended, Grant, Loss, NodeIndex, Released};
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
        /// Where.
        node: NodeIndex,
        /// What it said.
        command: Command,
        /// The answer; `None` if it comes later.
        reply: Option<Reply>,
    },
    /// An answer that came late, or a message.
    Arrived {
        /// For whom.
        client: ClientIndex,
        /// From where.
        node: NodeIndex,
        /// What it says; `None` if the connection was closed instead.
        reply: Option<Reply>,
    },
    /// A command without an answer.
    Lost {
        /// Whose.
        client: ClientIndex,
        /// Where it went.
        node: NodeIndex,
        /// What it said.
        command: Command,
        /// Why there is no answer.
        why: Unanswered,
    },
    /// Something happened to a node.
    Node {
        /// Which.
        node: NodeIndex,
        /// What.
        event: NodeEvent,
    },
    /// A client ended where it stood.
    Crashed {
        /// Who.
        client: ClientIndex,
    },
    /// A client's clock jumped.
    ClockJumped {
        /// Whose.
        client: ClientIndex,
        /// By how many milliseconds: less than nothing if it fell behind.
        by_ms: i64,
    },
    /// Something happened to a key, under Redis's name for it.
    Key {
        /// Where.
        node: NodeIndex,
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
    /// A watchdog ended: its lock is lost.
    LostLock {
        /// Whose.
        client: ClientIndex,
        /// Which lock.
        lock: LockIndex,
        /// How it was lost.
        loss: Loss,
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
    /// A client did something that nobody sees.
    Thought {
        /// Who.
        client: ClientIndex,
    },
    /// A client read a row, or was refused.
    Read {
        /// Who.
        client: ClientIndex,
        /// Which.
        row: ResourceIndex,
        /// What it was.
        value: i64,
        /// Whether it was answered.
        written: Written,
    },
    /// A client wrote a row, or was refused.
    Wrote {
        /// Who.
        client: ClientIndex,
        /// Which.
        row: ResourceIndex,
        /// What it wrote.
        value: i64,
        /// Whether it was done.
        written: Written,
    },
    /// A client inserted a name into a table, or found it there.
    Inserted {
        /// Who.
        client: ClientIndex,
        /// Which.
        table: ResourceIndex,
        /// The name.
        name: String,
        /// Whether it was done.
        written: Written,
    },
    /// A client took a job, or found none.
    Took {
        /// Who.
        client: ClientIndex,
        /// Which.
        queue: ResourceIndex,
        /// How many are left.
        left: u32,
        /// Whether it got one.
        written: Written,
    },
    /// A client has come to its end.
    Finished {
        /// Who.
        client: ClientIndex,
    },
    /// A client was chosen that could not go on.
    StillWaiting {
        /// Who.
        client: ClientIndex,
    },
    /// A client was chosen that has come to its end before.
    AtItsEnd {
        /// Who.
        client: ClientIndex,
    },
    /// A property was violated.
    Violated(Violation),
}

/// Why a command has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unanswered {
    /// It was lost on its way: it was not applied.
    RequestLost,
    /// It was applied, and its answer was lost.
    ReplyLost,
    /// The node cannot be reached, or the connection ended with its server: it
    /// was not applied.
    Unreachable,
}

/// Whether a resource did as asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Written {
    /// It did.
    Done,
    /// Its condition did not hold.
    Refused,
}
