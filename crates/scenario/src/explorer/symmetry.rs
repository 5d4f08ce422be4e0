//! Clients with the same program, which are interchangeable.
//!
//! What a state becomes when two clients change places is not computed from
//! what it holds: that would need to know every place where a name, a token or a
//! connection may stand. It is found by taking the same steps with the clients
//! exchanged: the beginning is its own image, and whenever a step is played for
//! the first time, it is played in every exchange too, and what comes of it is
//! the image. That the images of what comes of equal things are equal, and that
//! the same can be seen of both, is checked each time. If it ever is not, the
//! clients are not interchangeable after all (a script may compare a token with
//! one of theirs), and nothing is claimed.

use super::parts::Packed;
use crate::node::Connections;
use crate::{Cast, Choice, ClientIndex, Clients, NodeEvent};
use lockstep_engine::ConnectionId;

/// More orders of clients take longer to compare than they save.
const MOST_ORDERS: usize = 720;

/// Which clients are interchangeable, and what becomes of parts when two change
/// places.
pub(super) struct Symmetry {
    pub(super) groups: Vec<Vec<ClientIndex>>,
    pub(super) swaps: Vec<Swap>,
    /// Swaps that lead through every order of clients, one after the other.
    pub(super) walk: Vec<usize>,
}

/// Two clients change places.
pub(super) struct Swap {
    one: ClientIndex,
    other: ClientIndex,
    /// The connections of each.
    connections: [Connections; 2],
    pub(super) nodes: Images,
    pub(super) clients: Images,
    pub(super) shared: Images,
}

/// What parts of one kind become.
#[derive(Default)]
pub(super) struct Images(Vec<Option<u32>>);

/// A client for each client.
pub(super) type Order = Vec<ClientIndex>;

impl Images {
    fn of(&self, part: u32) -> u32 {
        self.0.get(part as usize).copied().flatten().unwrap_or(part)
    }

    /// Notes that two parts are each other's image; answers whether that agrees
    /// with what was known.
    pub(super) fn pair(&mut self, one: u32, other: u32) -> bool {
        self.note(one, other) && self.note(other, one)
    }

    fn note(&mut self, part: u32, image: u32) -> bool {
        let part = part as usize;
        if self.0.len() <= part {
            self.0.resize(part + 1, None);
        }
        *self.0[part].get_or_insert(image) == image
    }
}

impl Swap {
    pub(super) fn client(&self, client: ClientIndex) -> ClientIndex {
        match client {
            client if client == self.one => self.other,
            client if client == self.other => self.one,
            client => client,
        }
    }

    pub(super) fn bits(&self, bits: u16) -> u16 {
        let clients = Clients::from_bits(bits).iter();
        clients.fold(0, |bits, client| bits | Clients::only(self.client(client)).bits())
    }

    pub(super) fn connection(&self, connection: ConnectionId) -> ConnectionId {
        let [one, other] = self.connections;
        let pairs = [(one.main, other.main), (one.listener, other.listener)];
        let image = pairs.into_iter().find_map(|(one, other)| match connection {
            connection if connection == one => Some(other),
            connection if connection == other => Some(one),
            _ => None,
        });
        image.unwrap_or(connection)
    }

    pub(super) fn event(&self, event: NodeEvent) -> NodeEvent {
        match event {
            NodeEvent::Cut(client) => NodeEvent::Cut(self.client(client)),
            NodeEvent::Join(client) => NodeEvent::Join(self.client(client)),
            event => event,
        }
    }

    pub(super) fn node_part(&self, part: u32) -> u32 {
        self.nodes.of(part)
    }

    pub(super) fn client_part(&self, part: u32) -> u32 {
        self.clients.of(part)
    }

    pub(super) fn shared_part(&self, part: u32) -> u32 {
        self.shared.of(part)
    }

    pub(super) fn state(&self, state: &Packed) -> Packed {
        let mut swapped = *state;
        for (index, part) in state.nodes().iter().enumerate() {
            swapped.set_node(index, self.nodes.of(*part));
        }
        for client in state.clients() {
            swapped.set_client(self.client(client), self.clients.of(state.client(client)));
        }
        swapped.set_shared(self.shared.of(state.shared()));
        swapped
    }
}

impl Symmetry {
    /// Clients with the same program; `connections` are those of each client.
    /// `None` if no two have.
    pub(super) fn of(cast: &Cast, connections: &[Connections]) -> Option<Self> {
        let mut groups: Vec<Vec<ClientIndex>> = Vec::new();
        let mut orders = 1;
        for client in (0..cast.clients.len()).map(ClientIndex) {
            let same = |group: &&mut Vec<ClientIndex>| {
                cast.clients[group[0].0].acts == cast.clients[client.0].acts
            };
            match groups.iter_mut().find(same) {
                Some(group) if orders * (group.len() + 1) <= MOST_ORDERS => {
                    group.push(client);
                    orders *= group.len();
                }
                Some(_) => {}
                None => groups.push(vec![client]),
            }
        }
        groups.retain(|group| group.len() > 1);
        let (mut swaps, mut walk) = (Vec::new(), Vec::new());
        for group in &groups {
            let first = swaps.len();
            let inner = through_orders(group.len()).into_iter().map(|swap| first + swap);
            walk = for_each(&walk, &inner.collect::<Vec<_>>());
            swaps.extend(group.windows(2).map(|pair| Swap {
                one: pair[0],
                other: pair[1],
                connections: [connections[pair[0].0], connections[pair[1].0]],
                nodes: Images::default(),
                clients: Images::default(),
                shared: Images::default(),
            }));
        }
        (!groups.is_empty()).then_some(Self { groups, swaps, walk })
    }

    /// Whoever is interchangeable with one of these clients.
    pub(super) fn all_like(&self, clients: Clients) -> Clients {
        let mut all = clients;
        for group in &self.groups {
            if group.iter().any(|client| clients.contains(*client)) {
                group.iter().for_each(|client| all.insert(*client));
            }
        }
        all
    }

    /// The one state that stands for all those that differ from this one by an
    /// order of clients.
    pub(super) fn representative(&self, state: &Packed) -> Packed {
        let (mut current, mut least) = (*state, *state);
        for swap in &self.walk {
            current = self.swaps[*swap].state(&current);
            if current.words() < least.words() {
                least = current;
            }
        }
        least
    }

    /// Who of the state stands at each place of its representative.
    pub(super) fn who_is_who(&self, state: &Packed) -> Order {
        let mut current = *state;
        let mut order: Order = state.clients().collect();
        let (mut least, mut best) = (current, order.clone());
        for swap in &self.walk {
            let swap = &self.swaps[*swap];
            current = swap.state(&current);
            order.swap(swap.one.0, swap.other.0);
            if current.words() < least.words() {
                (least, best) = (current, order.clone());
            }
        }
        best
    }
}

/// A choice with the client that stands at each place named instead of it.
pub(super) fn by_name(choice: Choice, names: &Order) -> Choice {
    let real = |client: ClientIndex| names.get(client.0).copied().unwrap_or(client);
    match choice {
        Choice::Client(client) => Choice::Client(real(client)),
        Choice::Watchdog(client) => Choice::Watchdog(real(client)),
        Choice::Crash(client) => Choice::Crash(real(client)),
        Choice::LoseRequest(client) => Choice::LoseRequest(real(client)),
        Choice::LoseReply(client) => Choice::LoseReply(real(client)),
        Choice::LoseWatchdogRequest(client) => Choice::LoseWatchdogRequest(real(client)),
        Choice::LoseWatchdogReply(client) => Choice::LoseWatchdogReply(real(client)),
        Choice::ClockJump { client, by_ms } => Choice::ClockJump { client: real(client), by_ms },
        Choice::Node(node, NodeEvent::Cut(client)) => {
            Choice::Node(node, NodeEvent::Cut(real(client)))
        }
        Choice::Node(node, NodeEvent::Join(client)) => {
            Choice::Node(node, NodeEvent::Join(real(client)))
        }
        Choice::Time { .. } | Choice::Node(..) => choice,
    }
}

/// Swaps of neighbours, each by the place of the first, that lead through all
/// orders of so many: the last one wanders to the front and back, and at each
/// end the others take their next step.
fn through_orders(count: usize) -> Vec<usize> {
    if count < 2 {
        return Vec::new();
    }
    let (mut walk, mut to_front) = (Vec::new(), true);
    let others = through_orders(count - 1);
    for next in others.into_iter().map(Some).chain([None]) {
        if to_front {
            walk.extend((0..count - 1).rev());
        } else {
            walk.extend(0..count - 1);
        }
        walk.extend(next.map(|swap| swap + usize::from(to_front)));
        to_front = !to_front;
    }
    walk
}

/// The whole of `inner` in each of the orders of `outer`.
fn for_each(outer: &[usize], inner: &[usize]) -> Vec<usize> {
    let mut walk = inner.to_vec();
    for swap in outer {
        walk.push(*swap);
        walk.extend(inner);
    }
    walk
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_order_is_come_to_once() {
        for (count, orders) in [(0, 1), (1, 1), (2, 2), (3, 6), (4, 24), (5, 120), (6, 720)] {
            let mut order: Vec<usize> = (0..count).collect();
            let mut seen = BTreeSet::from([order.clone()]);
            for swap in through_orders(count) {
                order.swap(swap, swap + 1);
                assert!(seen.insert(order.clone()), "{count}: {order:?} comes twice");
            }
            assert_eq!(seen.len(), orders, "{count}");
        }
    }

    #[test]
    fn two_groups_have_every_pair_of_orders() {
        let walk = for_each(&through_orders(3), &[2]);
        let mut order = [0, 1, 2, 3, 4];
        let mut seen = BTreeSet::from([order]);
        for swap in walk {
            let swap = if swap == 2 { 3 } else { swap };
            order.swap(swap, swap + 1);
            seen.insert(order);
        }
        assert_eq!(seen.len(), 12);
    }
}
