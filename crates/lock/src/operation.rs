//! The contract between an operation and its driver.

use lockstep_resp::{Blob, Command, Reply};
use std::hash::Hash;

/// Something that takes a few messages and perhaps some waiting: acquiring a
/// lock, extending it, releasing it.
///
/// The driver calls [`Operation::resume`] with [`Happened::Started`] once, then
/// for each thing that happens, until the operation is done. Time is the
/// client's own monotonic time in milliseconds, from any origin. An operation
/// compares it only with moments that it named itself in [`Wants::resume`] or
/// in its outcome, so that a clock that jumps from event to event never steps
/// over the moment that matters.
///
/// An operation may be done while answers are still on their way; commands
/// that it asked to send are sent all the same, each node's in their order.
pub trait Operation: Clone + Eq + Hash {
    /// How it ends.
    type Outcome;

    /// Takes what happened and answers what it wants next.
    fn resume(&mut self, now_ms: u64, happened: Happened) -> Progress<Self::Outcome>;

    /// Moves every moment that it remembers earlier by this much. Two states
    /// that differ only in the time of day become equal that way.
    fn shift(&mut self, earlier_by_ms: u64);
}

/// What a driver tells an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happened {
    /// Begin.
    Started,
    /// A node answered.
    Replied {
        /// Which request it answers.
        request: RequestId,
        /// The answer, which may be an error.
        reply: Reply,
    },
    /// No answer will come. Whether the command was applied is not known.
    Lost {
        /// Which request stays without an answer.
        request: RequestId,
    },
    /// The moment named in [`Wants::resume`] has come.
    DeadlineReached,
    /// From now on messages on the channel named in [`Wants::listen`] arrive.
    Listening,
    /// There is no listening, or no longer: the wait goes on without.
    Deaf,
    /// A message arrived on that channel, meant for this operation.
    Woken,
}

/// What an operation answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress<T> {
    /// It goes on once one of these has happened.
    Wants(Wants),
    /// It is over.
    Done(T),
}

impl<T> Progress<T> {
    /// The same progress with another form of outcome.
    pub fn map<U>(self, form: impl FnOnce(T) -> U) -> Progress<U> {
        match self {
            Self::Wants(wants) => Progress::Wants(wants),
            Self::Done(outcome) => Progress::Done(form(outcome)),
        }
    }
}

/// What an operation wants from its driver, beside the answers that it still
/// waits for. Nothing in it means nothing new.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wants {
    /// Commands to send, each to its node; those to different nodes at once.
    pub send: Vec<Request>,
    /// When to be resumed, whatever else happens. It replaces what was named
    /// before; `None` leaves that as it is.
    pub resume: Option<Resume>,
    /// A channel to listen to until the operation is done. The driver answers
    /// with [`Happened::Listening`] or [`Happened::Deaf`].
    pub listen: Option<Blob>,
}

impl Wants {
    /// Commands, and a deadline for their answers.
    pub(crate) fn send<T>(send: Vec<Request>, deadline_ms: Option<u64>) -> Progress<T> {
        Progress::Wants(Self { send, resume: deadline_ms.map(Resume::at), listen: None })
    }

    /// Nothing new.
    pub(crate) fn nothing<T>() -> Progress<T> {
        Progress::Wants(Self::default())
    }
}

/// A command on its way to a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// The name under which its answer comes back.
    pub id: RequestId,
    /// Where it goes.
    pub node: NodeIndex,
    /// What it says.
    pub command: Command,
}

/// Names a request within one operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RequestId(pub u32);

/// Names a Redis node among those that a lock was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeIndex(pub u16);

/// A range of moments at which to be resumed. The driver chooses one: at random
/// in production, so that clients who failed together do not return together;
/// the earliest in a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Resume {
    /// Not before this time of the client, in milliseconds.
    pub earliest_ms: u64,
    /// Not after this time of the client, in milliseconds.
    pub latest_ms: u64,
}

impl Resume {
    /// At exactly this moment.
    pub fn at(at_ms: u64) -> Self {
        Self { earliest_ms: at_ms, latest_ms: at_ms }
    }

    /// The same, but not after `latest_ms`.
    pub(crate) fn until(self, latest_ms: Option<u64>) -> Self {
        let latest_ms = latest_ms.unwrap_or(u64::MAX);
        Self {
            earliest_ms: self.earliest_ms.min(latest_ms),
            latest_ms: self.latest_ms.min(latest_ms),
        }
    }
}
