//! What is not known yet about a step is computed, once.

use super::choices::Offer;
use super::moves::{client_in_time, node_event, node_in_time};
use super::parts::Packed;
use super::steps::{Kind, Taken, ended, key};
use super::symmetry::Swap;
use super::tables::{NOW_MS, Next, Tables};
use crate::{ClientIndex, Faults, NodeEvent};
use lockstep_engine::ScriptHost;

/// What is not known yet about a step, by the numbers that decide it.
#[derive(Clone, Copy)]
pub(super) enum Missing {
    /// A client's step, on this node or on what is shared.
    Step { client: ClientIndex, kind: Kind, node: Option<usize>, part: u32, other: u32 },
    /// What is shared once a client has come to its end.
    Ended { client: ClientIndex, part: u32 },
    /// A client after time has moved.
    ClientInTime { client: ClientIndex, part: u32, ready: bool, by_ms: u64 },
    /// A node after time has moved.
    NodeInTime { part: u32, by_ms: u64 },
    /// A node to which something has happened.
    NodeEvent { part: u32, event: NodeEvent },
    /// Whether a lock is immortal.
    Immortal { node: u32, shared: u32 },
    /// These faults have no number.
    Faults(Faults),
}

/// What was computed.
#[derive(Clone, Copy)]
pub(super) enum Learned {
    /// What a step leads to.
    Step(Taken),
    /// The number of a part, or a yes or no.
    Number(u32),
}

impl Missing {
    /// The same when two clients change places.
    pub(super) fn swapped(self, swap: &Swap) -> Self {
        match self {
            Self::Step { client, kind, node, part, other } => Self::Step {
                client: swap.client(client),
                kind,
                node,
                part: swap.client_part(part),
                other: match node {
                    Some(_) => swap.node_part(other),
                    None => swap.shared_part(other),
                },
            },
            Self::Ended { client, part } => {
                Self::Ended { client: swap.client(client), part: swap.shared_part(part) }
            }
            Self::ClientInTime { client, part, ready, by_ms } => {
                let (client, part) = (swap.client(client), swap.client_part(part));
                Self::ClientInTime { client, part, ready, by_ms }
            }
            Self::NodeInTime { part, by_ms } => {
                Self::NodeInTime { part: swap.node_part(part), by_ms }
            }
            Self::NodeEvent { part, event } => {
                Self::NodeEvent { part: swap.node_part(part), event: swap.event(event) }
            }
            Self::Immortal { node, shared } => {
                Self::Immortal { node: swap.node_part(node), shared: swap.shared_part(shared) }
            }
            Self::Faults(left) => Self::Faults(left),
        }
    }
}

impl Tables {
    /// Where a choice leads.
    pub(super) fn take(&mut self, host: &ScriptHost, state: &Packed, offer: &Offer) -> Next {
        let mut next = Next::default();
        while let Err(missing) = self.look(state, offer, &mut next) {
            if self.symmetry.is_none() {
                self.learn(host, state, missing);
            } else {
                self.learn_alike(host, state, missing);
            }
        }
        next
    }

    /// What is known about it.
    pub(super) fn known(&self, missing: Missing) -> Option<Learned> {
        match missing {
            Missing::Step { client, kind, node, part, other } => {
                self.steps.get(&key(client, kind, node, part, other)).map(Learned::Step)
            }
            Missing::Ended { client, part } => {
                self.ended.get(&ended(client, part)).map(Learned::Number)
            }
            Missing::ClientInTime { client, part, ready, by_ms } => {
                let key = client_in_time(client, part, ready, by_ms);
                self.time_for_clients.get(&key).map(Learned::Number)
            }
            Missing::NodeInTime { part, by_ms } => {
                self.time_for_nodes.get(&node_in_time(part, by_ms)).map(Learned::Number)
            }
            Missing::NodeEvent { part, event } => {
                self.node_events.get(&node_event(part, event)).map(Learned::Number)
            }
            Missing::Immortal { node, shared } => {
                self.immortal.get(&[node, shared]).map(Learned::Number)
            }
            Missing::Faults(left) => self.faults.find(&left).map(Learned::Number),
        }
    }

    /// Computes it, in a state that has these parts.
    pub(super) fn learn(&mut self, host: &ScriptHost, state: &Packed, missing: Missing) -> Learned {
        let number = match missing {
            Missing::Step { client, kind, node, part, other } => {
                let taken = self.play(host, state, client, kind, node);
                self.steps.insert(key(client, kind, node, part, other), taken);
                return Learned::Step(taken);
            }
            Missing::Ended { client, part } => {
                let mut shared = self.shared.get(part).clone();
                shared.ended.insert(client);
                let after = self.shared.number(shared);
                self.ended.insert(ended(client, part), after);
                after
            }
            Missing::ClientInTime { client, part, ready, by_ms } => {
                let moved = self.move_client(client, part, ready, by_ms);
                self.time_for_clients.insert(client_in_time(client, part, ready, by_ms), moved);
                moved
            }
            Missing::NodeInTime { part, by_ms } => {
                let moved = self.move_node(host, part, by_ms);
                self.time_for_nodes.insert(node_in_time(part, by_ms), moved);
                moved
            }
            Missing::NodeEvent { part, event } => {
                let after = self.after_event(host, part, event);
                self.node_events.insert(node_event(part, event), after);
                after
            }
            Missing::Immortal { node, shared } => {
                let ended = self.shared.get(shared).ended;
                let immortal = self.nodes.get(node).immortal_locks(&self.cast, ended, NOW_MS);
                let immortal = u32::from(!immortal.is_empty());
                self.immortal.insert([node, shared], immortal);
                immortal
            }
            Missing::Faults(left) => self.faults.number(left),
        };
        Learned::Number(number)
    }
}
