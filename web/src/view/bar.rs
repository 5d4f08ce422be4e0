//! How long locks still live, through one row.

use super::Part;
use lockstep_lock::NodeIndex;
use lockstep_scenario::{Cast, ClientIndex, Event, EventKind, LockIndex, Node, Step, World};
use std::collections::BTreeMap;

/// A lock's key on a node before a step and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bar {
    pub(crate) lock: LockIndex,
    pub(crate) node: NodeIndex,
    pub(crate) before: Option<Held>,
    pub(crate) after: Option<Held>,
    /// After what part of the step what was held before it ended by time.
    pub(crate) ended: Option<Part>,
}

/// A lock's key that is alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    /// Who wrote it.
    pub(crate) owner: Option<ClientIndex>,
    /// What is left of its time to live; `None` for ever.
    pub(crate) ttl_ms: Option<i64>,
    /// How much of its time to live is left.
    pub(crate) left: Part,
}

/// One bar for each lock on each node.
pub(super) fn bars(
    cast: &Cast,
    step: &Step,
    before: &World,
    after: &World,
    lives: &mut Lives,
) -> Vec<Bar> {
    let mut bars = Vec::new();
    for lock in (0..cast.locks.len()).map(LockIndex) {
        for (node, (was, is)) in
            (0u16..).map(NodeIndex).zip(before.nodes().iter().zip(after.nodes()))
        {
            let expired = step.events.iter().find(|event| is_expiry(event, cast, lock, node));
            bars.push(Bar {
                lock,
                node,
                before: lives.held(cast, lock, node, was, before.now_ms()),
                after: lives.held(cast, lock, node, is, after.now_ms()),
                ended: expired.map(|event| {
                    let length_ms = step.to_ms.saturating_sub(step.from_ms);
                    Part::of(event.at_ms.saturating_sub(step.from_ms), length_ms)
                }),
            });
        }
    }
    bars
}

fn is_expiry(event: &Event, cast: &Cast, lock: LockIndex, on: NodeIndex) -> bool {
    let EventKind::Key { node, key, name: "expired", .. } = &event.kind else {
        return false;
    };
    *node == on && cast.lock_by_key(key) == Some(lock)
}

/// How long each lock's key was to live when it was given its expiry. Asked
/// about one world after another, it sees each expiry first where it was given.
#[derive(Default)]
pub(super) struct Lives {
    /// The expiry in milliseconds of the node's clock, and the length in
    /// milliseconds.
    given: BTreeMap<(LockIndex, NodeIndex), (i64, i64)>,
}

impl Lives {
    fn held(
        &mut self,
        cast: &Cast,
        lock: LockIndex,
        index: NodeIndex,
        node: &Node,
        now_ms: i64,
    ) -> Option<Held> {
        let key = &cast.locks.get(lock.0)?.lock.key;
        let view = node.keys(now_ms).find(|view| view.db == 0 && view.key == key)?;
        let owner = node.owner(lock);
        let Some(at_ms) = view.expire_at_ms else {
            return Some(Held { owner, ttl_ms: None, left: Part::WHOLE });
        };
        let ttl_ms = at_ms.saturating_sub(now_ms.saturating_add(node.ahead_ms()));
        let given = self.given.entry((lock, index)).or_insert((at_ms, ttl_ms));
        if given.0 != at_ms {
            *given = (at_ms, ttl_ms);
        }
        Some(Held { owner, ttl_ms: Some(ttl_ms), left: Part::of(ttl_ms, given.1) })
    }
}
