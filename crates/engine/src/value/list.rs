//! Lists.

use crate::CommandError;
use crate::args::Args;
use lockstep_resp::Blob;
use std::collections::VecDeque;

/// A list, its head first.
pub(crate) type List = VecDeque<Blob>;

/// An end of a list: left is the head, right the tail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Left,
    Right,
}

impl End {
    /// Reads `LEFT` or `RIGHT`.
    pub(crate) fn parse(args: &mut Args<'_>) -> Result<Self, CommandError> {
        if args.keyword("LEFT") {
            Ok(Self::Left)
        } else if args.keyword("RIGHT") {
            Ok(Self::Right)
        } else {
            Err(CommandError::Syntax)
        }
    }

    pub(crate) fn push(self, list: &mut List, element: Blob) {
        match self {
            Self::Left => list.push_front(element),
            Self::Right => list.push_back(element),
        }
    }

    /// Takes up to `count` elements, the outermost first.
    pub(crate) fn pop(self, list: &mut List, count: usize) -> Vec<Blob> {
        let count = count.min(list.len());
        match self {
            Self::Left => list.drain(..count).collect(),
            Self::Right => list.drain(list.len() - count..).rev().collect(),
        }
    }

    /// What a push there is called in notifications.
    pub(crate) fn push_event(self) -> &'static str {
        match self {
            Self::Left => "lpush",
            Self::Right => "rpush",
        }
    }

    /// What a pop there is called in notifications.
    pub(crate) fn pop_event(self) -> &'static str {
        match self {
            Self::Left => "lpop",
            Self::Right => "rpop",
        }
    }
}
