//! Whether clients that should be interchangeable are.

use super::learn::{Learned, Missing};
use super::parts::Packed;
use super::symmetry::Swap;
use super::tables::{ClientFacts, NOW_MS, NodeFacts, Tables};
use crate::{ClientIndex, Clients, LockIndex};
use lockstep_engine::{ConnectionId, ScriptHost};
use std::collections::BTreeSet;

impl Tables {
    /// Who is interchangeable with whom.
    pub(super) fn interchangeable(&self) -> Vec<Vec<ClientIndex>> {
        self.symmetry.as_ref().map(|symmetry| symmetry.groups.clone()).unwrap_or_default()
    }

    /// Whoever is interchangeable with one of these clients, and they too.
    pub(super) fn all_like(&self, clients: Clients) -> Clients {
        self.symmetry.as_ref().map_or(clients, |symmetry| symmetry.all_like(clients))
    }

    /// Puts the state there that stands for this one.
    pub(super) fn represent(&self, state: &mut Packed) {
        if let Some(symmetry) = &self.symmetry {
            *state = symmetry.representative(state);
        }
    }

    /// The beginning is the same for whoever changes places.
    pub(super) fn begin_alike(&mut self, beginning: &Packed) {
        let Some(mut symmetry) = self.symmetry.take() else { return };
        for swap in &mut symmetry.swaps {
            for node in beginning.nodes() {
                self.told_apart |= !self.pair_nodes(swap, *node, *node);
            }
            for client in beginning.clients() {
                let (one, other) =
                    (beginning.client(client), beginning.client(swap.client(client)));
                self.told_apart |= !self.pair_clients(swap, client, one, other);
            }
            self.told_apart |= !swap.shared.pair(beginning.shared(), beginning.shared());
        }
        self.symmetry = Some(symmetry);
    }

    /// Computes something in every order of clients, and notes what becomes of
    /// what comes of it when two change places.
    pub(super) fn learn_alike(&mut self, host: &ScriptHost, state: &Packed, missing: Missing) {
        self.learn(host, state, missing);
        let Some(mut symmetry) = self.symmetry.take_if(|_| !self.told_apart) else { return };
        let (mut state, mut missing) = (*state, missing);
        let mut orders = vec![missing];
        for swap in &symmetry.walk {
            let swap = &symmetry.swaps[*swap];
            (state, missing) = (swap.state(&state), missing.swapped(swap));
            if self.known(missing).is_none() {
                self.learn(host, &state, missing);
            }
            orders.push(missing);
        }
        for one in orders {
            for swap in &mut symmetry.swaps {
                let other = one.swapped(swap);
                self.told_apart |= !self.pair(swap, one, other);
            }
        }
        self.symmetry = Some(symmetry);
    }

    /// Notes that what is known of `one` becomes what is known of `other`;
    /// answers whether it can.
    fn pair(&self, swap: &mut Swap, one: Missing, other: Missing) -> bool {
        let (Some(known), Some(image)) = (self.known(one), self.known(other)) else { return false };
        match (one, known, image) {
            (Missing::Step { client, node, .. }, Learned::Step(known), Learned::Step(image)) => {
                known.ends == image.ends
                    && known.violated == image.violated
                    && swap.bits(known.reached) == image.reached
                    && self.pair_clients(swap, client, known.client, image.client)
                    && match node {
                        Some(_) => self.pair_nodes(swap, known.other, image.other),
                        None => swap.shared.pair(known.other, image.other),
                    }
            }
            (_, Learned::Number(known), Learned::Number(image)) => match one {
                Missing::Step { .. } => false,
                Missing::Ended { .. } => swap.shared.pair(known, image),
                Missing::ClientInTime { client, .. } => {
                    self.pair_clients(swap, client, known, image)
                }
                Missing::NodeInTime { .. } | Missing::NodeEvent { .. } => {
                    self.pair_nodes(swap, known, image)
                }
                Missing::Immortal { .. } | Missing::Faults(_) => known == image,
            },
            _ => false,
        }
    }

    fn pair_nodes(&self, swap: &mut Swap, one: u32, other: u32) -> bool {
        let locks = (0..self.cast.locks.len()).map(LockIndex);
        let has = |node, lock| self.nodes.get(node).lock_key(&self.cast, lock, NOW_MS).is_some();
        swap.nodes.pair(one, other)
            && self.node_facts(one).is_image(swap, self.node_facts(other))
            && locks.into_iter().all(|lock| has(one, lock) == has(other, lock))
    }

    fn pair_clients(&self, swap: &mut Swap, client: ClientIndex, one: u32, other: u32) -> bool {
        let facts = self.client_facts(client, one);
        let others = self.client_facts(swap.client(client), other);
        let alike = facts.zip(others).is_some_and(|(one, other)| one.is_image(swap, other));
        swap.clients.pair(one, other) && alike
    }
}

impl NodeFacts {
    /// Whether the other is seen to be the same when two clients change places.
    fn is_image(&self, swap: &Swap, other: &Self) -> bool {
        let Self { next_in_ms, mail, lagging, down, cut, endless } = self;
        let mail: BTreeSet<ConnectionId> = mail.iter().map(|to| swap.connection(*to)).collect();
        mail.into_iter().eq(other.mail.iter().copied())
            && (*next_in_ms, *lagging, *down) == (other.next_in_ms, other.lagging, other.down)
            && *endless == other.endless
            && swap.bits(*cut) == other.cut
    }
}

impl ClientFacts {
    /// Whether the other is seen to be the same when two clients change places.
    fn is_image(&self, swap: &Swap, other: &Self) -> bool {
        let mut swapped = *self;
        swapped.mail = swapped.mail.map(|(node, connection)| (node, swap.connection(connection)));
        swapped == *other
    }
}
