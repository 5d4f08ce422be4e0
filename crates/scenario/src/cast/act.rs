//! A line of a program with its names looked up.

use crate::{LockIndex, Relation, ResourceIndex, SectionIndex};
use lockstep_resp::Command;

/// What a line does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Takes a lock. A client that cannot ends there unless it only tries: it
    /// does not go on unprotected.
    Acquire {
        lock: LockIndex,
        only_tries: bool,
    },
    Extend {
        lock: LockIndex,
    },
    Release {
        lock: LockIndex,
    },
    Enter {
        section: SectionIndex,
    },
    Leave {
        section: SectionIndex,
    },
    Work {
        length_ms: i64,
    },
    Think,
    Read {
        row: ResourceIndex,
        fence: Option<LockIndex>,
    },
    Write {
        row: ResourceIndex,
        from: Option<ResourceIndex>,
        plus: i64,
        guard: CastGuard,
    },
    Insert {
        table: ResourceIndex,
        name: String,
    },
    Take {
        queue: ResourceIndex,
    },
    If {
        question: Question,
        otherwise: usize,
    },
    Retry {
        times: Option<u32>,
    },
    Stop,
    Redis {
        command: Command,
    },
}

/// On which condition the database writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CastGuard {
    Blind,
    Unchanged,
    Where { relation: Relation, number: i64 },
    Fenced { lock: LockIndex },
}

/// What an `if` asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    Not(Box<Question>),
    Done,
    Valid { lock: LockIndex },
    ReplyIs { text: String },
    Reply { relation: Relation, number: i64 },
    Row { row: ResourceIndex, relation: Relation, number: i64 },
}

impl Act {
    /// Whether it has nothing to do with any node.
    pub(crate) fn is_local(&self) -> bool {
        !matches!(
            self,
            Self::Acquire { .. } | Self::Extend { .. } | Self::Release { .. } | Self::Redis { .. }
        )
    }

    /// Whether what it does depends on whether this lock is still valid by the
    /// clock of its owner.
    pub(crate) fn asks_whether_valid(&self, lock: LockIndex) -> bool {
        matches!(self, Self::If { question, .. } if question.asks_whether_valid(lock))
    }

    /// Whether it decides only where the program goes on: that takes no step.
    pub(crate) fn is_jump(&self) -> bool {
        matches!(self, Self::If { .. } | Self::Retry { .. } | Self::Stop)
    }
}

impl Question {
    /// Whether it looks at the last reply.
    pub(crate) fn asks_reply(&self) -> bool {
        match self {
            Self::Not(question) => question.asks_reply(),
            Self::ReplyIs { .. } | Self::Reply { .. } => true,
            Self::Done | Self::Valid { .. } | Self::Row { .. } => false,
        }
    }

    /// The number with which it compares the last reply.
    pub(crate) fn number_of_reply(&self) -> Option<i64> {
        match self {
            Self::Not(question) => question.number_of_reply(),
            Self::ReplyIs { text } => text.parse().ok(),
            Self::Reply { number, .. } => Some(*number),
            Self::Done | Self::Valid { .. } | Self::Row { .. } => None,
        }
    }

    /// Whether it looks at until when this lock is valid.
    fn asks_whether_valid(&self, asked: LockIndex) -> bool {
        match self {
            Self::Not(question) => question.asks_whether_valid(asked),
            Self::Valid { lock } => *lock == asked,
            _ => false,
        }
    }
}
