//! A client's step: played once, then remembered.

use super::learn::Missing;
use super::parts::Packed;
use super::tables::{NOW_MS, Next, Tables};
use crate::node::Node;
use crate::turn::{Fate, Turn};
use crate::{ClientIndex, Event, EventKind};
use lockstep_engine::ScriptHost;

/// What a client's step leads to: its own part, and either the node's or the
/// shared part.
#[derive(Clone, Copy)]
pub(super) struct Taken {
    pub(super) client: u32,
    pub(super) other: u32,
    /// Whether the client has come to its end.
    pub(super) ends: bool,
    pub(super) violated: u16,
    pub(super) reached: u16,
}

/// How a client's step is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Main(Fate),
    Watchdog(Fate),
    Crash,
    /// The client's clock falls behind, always by as much.
    FallsBehind,
    /// The client's clock jumps ahead, always by as much.
    JumpsAhead,
}

impl Kind {
    fn number(self) -> u32 {
        match self {
            Self::Main(Fate::Answered) => 0,
            Self::Main(Fate::RequestLost) => 1,
            Self::Main(Fate::ReplyLost) => 2,
            Self::Watchdog(Fate::Answered) => 3,
            Self::Watchdog(Fate::RequestLost) => 4,
            Self::Watchdog(Fate::ReplyLost) => 5,
            Self::Crash => 6,
            Self::FallsBehind => 7,
            Self::JumpsAhead => 8,
        }
    }
}

impl Tables {
    /// A step of a client changes the client and one thing more: a node, or
    /// what is shared. Which, and what comes of it, depends on those two alone.
    pub(super) fn step(
        &self,
        state: &Packed,
        client: ClientIndex,
        kind: Kind,
        next: &mut Next,
    ) -> Result<(), Missing> {
        let part = state.client(client);
        let node = self.client_facts(client, part).and_then(|facts| match kind {
            Kind::Main(_) => facts.node,
            Kind::Watchdog(_) => Some(facts.watchdog_node),
            Kind::Crash | Kind::FallsBehind | Kind::JumpsAhead => None,
        });
        let node = node.map(|node| usize::from(node.0));
        let other = node.map_or_else(|| state.shared(), |node| state.node(node));
        let taken = self.steps.get(&key(client, kind, node, part, other));
        let taken = taken.ok_or(Missing::Step { client, kind, node, part, other })?;
        (next.violated, next.reached) = (taken.violated, taken.reached);
        next.state.set_client(client, taken.client);
        match node {
            None => next.state.set_shared(taken.other),
            Some(node) => {
                next.state.set_node(node, taken.other);
                if taken.ends {
                    next.state.set_shared(self.end(client, state.shared())?);
                }
            }
        }
        Ok(())
    }

    /// The shared part once this client has come to its end.
    fn end(&self, client: ClientIndex, part: u32) -> Result<u32, Missing> {
        self.ended.get(&ended(client, part)).ok_or(Missing::Ended { client, part })
    }

    /// Plays a step for the first time, one that concerns this node or none.
    pub(super) fn play(
        &mut self,
        host: &ScriptHost,
        state: &Packed,
        client: ClientIndex,
        kind: Kind,
        node: Option<usize>,
    ) -> Taken {
        // What is about no node needs none, and they are what is dear to copy.
        let concerned = state.nodes().iter().filter(|_| node.is_some());
        let mut nodes: Vec<Node> = concerned.map(|node| self.nodes.get(*node).clone()).collect();
        let mut me = self.clients.get(state.client(client)).clone();
        let mut shared = self.shared.get(state.shared()).clone();
        let mut events = Vec::new();
        let fate = match kind {
            Kind::Main(fate) | Kind::Watchdog(fate) => fate,
            Kind::Crash | Kind::FallsBehind | Kind::JumpsAhead => Fate::Answered,
        };
        let [behind_ms, ahead_ms] = self.cast.client_clock_jumps_ms();
        let turn = Turn {
            cast: &self.cast,
            host,
            now_ms: NOW_MS,
            client,
            me: &mut me,
            nodes: &mut nodes,
            shared: &mut shared,
            events: &mut events,
            fate,
        };
        match kind {
            Kind::Main(_) => turn.take(),
            Kind::Watchdog(_) => turn.take_watchdog(),
            Kind::Crash => turn.crash(),
            Kind::FallsBehind => turn.clock_jumps(behind_ms),
            Kind::JumpsAhead => turn.clock_jumps(ahead_ms),
        }
        let (violated, reached) = what_happened(&events);
        let ends = shared.ended.contains(client);
        let other = match node {
            Some(node) => self.number_node(nodes.swap_remove(node)),
            None => self.shared.number(shared),
        };
        Taken { client: self.number_client(client, me), other, ends, violated, reached }
    }
}

/// What decides what comes of a step: on this node, or on what is shared.
pub(super) fn key(
    client: ClientIndex,
    kind: Kind,
    node: Option<usize>,
    part: u32,
    other: u32,
) -> [u32; 3] {
    let shape = u32::try_from(client.0 * 16 + node.unwrap_or(0)).unwrap_or(0) << 5;
    [shape | kind.number() << 1 | u32::from(node.is_none()), part, other]
}

/// What decides what is shared once this client has come to its end.
pub(super) fn ended(client: ClientIndex, part: u32) -> [u32; 2] {
    [u32::try_from(client.0).unwrap_or(0), part]
}

/// The properties that were violated, and who got a lock.
fn what_happened(events: &[Event]) -> (u16, u16) {
    let (mut violated, mut reached) = (0, 0);
    for event in events {
        match &event.kind {
            EventKind::Violated(violation) => violated |= violation.property().bit(),
            EventKind::Acquired { client, outcome: Ok(_), .. } => {
                reached |= crate::Clients::only(*client).bits();
            }
            _ => {}
        }
    }
    (violated, reached)
}
