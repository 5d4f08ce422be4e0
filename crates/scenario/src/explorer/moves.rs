//! Time that moves, and what happens to a node: computed once, then remembered.

use super::parts::Packed;
use super::tables::{NOW_MS, Next, Tables};
use crate::{ClientIndex, NodeEvent};

impl Tables {
    pub(super) fn move_time(&mut self, state: &Packed, by_ms: u64) -> Next {
        let mut next = *state;
        let [high, low] = halves(by_ms);
        for client in state.clients() {
            let part = state.client(client);
            let ready = self.is_ready(state, client);
            let shape = u32::try_from(client.0).unwrap_or(0) << 1 | u32::from(ready);
            let key = [shape, part, high, low];
            let moved = self.time_for_clients.get(&key).unwrap_or_else(|| {
                let moved = self.move_client(client, part, ready, by_ms);
                self.time_for_clients.insert(key, moved);
                moved
            });
            next.set_client(client, moved);
        }
        for (index, part) in state.nodes().iter().enumerate() {
            let key = [*part, high, low];
            let moved = self.time_for_nodes.get(&key).unwrap_or_else(|| {
                let moved = self.move_node(*part, by_ms);
                self.time_for_nodes.insert(key, moved);
                moved
            });
            next.set_node(index, moved);
        }
        Next { state: next, faults: 0, violated: 0, reached: 0 }
    }

    fn move_client(&mut self, index: ClientIndex, part: u32, ready: bool, by_ms: u64) -> u32 {
        let mut client = self.clients.get(part).clone();
        let by_ms = i64::try_from(by_ms).unwrap_or(i64::MAX);
        let to_ms = NOW_MS.saturating_add(by_ms);
        client.time_moves(ready, to_ms);
        client.shift(by_ms);
        self.number_client(index, client)
    }

    fn move_node(&mut self, part: u32, by_ms: u64) -> u32 {
        let mut node = self.nodes.get(part).clone();
        let by_ms = i64::try_from(by_ms).unwrap_or(i64::MAX);
        node.expire(&self.cast, &self.host, NOW_MS.saturating_add(by_ms));
        node.shift(&self.cast, by_ms);
        self.number_node(node)
    }

    pub(super) fn happens_to(&mut self, state: &Packed, index: usize, event: NodeEvent) -> Next {
        let part = state.node(index);
        let [kind, high, low] = event_numbers(event);
        let key = [part, kind, high, low];
        let after = self.node_events.get(&key).unwrap_or_else(|| {
            let mut node = self.nodes.get(part).clone();
            node.happens(&self.cast, &self.host, event, NOW_MS);
            let after = self.number_node(node);
            self.node_events.insert(key, after);
            after
        });
        let mut next = *state;
        next.set_node(index, after);
        Next { state: next, faults: 0, violated: 0, reached: 0 }
    }
}

/// An event on a node as a few numbers.
fn event_numbers(event: NodeEvent) -> [u32; 3] {
    let (kind, what) = match event {
        NodeEvent::Replicate { replica } => (0, replica as u64),
        NodeEvent::Promote { replica } => (1, replica as u64),
        NodeEvent::Down => (2, 0),
        NodeEvent::Up => (3, 0),
        NodeEvent::Restart => (4, 0),
        NodeEvent::Jump { by_ms } => (5, by_ms),
        NodeEvent::Cut(client) => (6, client.0 as u64),
        NodeEvent::Join(client) => (7, client.0 as u64),
    };
    let [high, low] = halves(what);
    [kind, high, low]
}

/// A number as two words: a year in milliseconds does not fit into one.
fn halves(number: u64) -> [u32; 2] {
    [(number >> 32) as u32, (number & u64::from(u32::MAX)) as u32]
}
