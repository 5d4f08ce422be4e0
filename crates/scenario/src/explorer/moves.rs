//! Time that moves, and what happens to a node: computed once, then remembered.

use super::parts::Packed;
use super::tables::{NOW_MS, Next, Tables};
use crate::{ClientIndex, Event, NodeEvent};

impl Tables {
    pub(super) fn move_time(&mut self, state: &Packed, by_ms: u64) -> Next {
        let mut next = *state;
        let key_ms = u32::try_from(by_ms).unwrap_or(u32::MAX);
        for client in state.clients() {
            let part = state.client(client);
            let ready = self.is_ready(state, client);
            let shape = u32::try_from(client.0).unwrap_or(0) << 1 | u32::from(ready);
            let key = [shape, part, key_ms];
            let moved = self.time_for_clients.get(&key).unwrap_or_else(|| {
                let moved = self.move_client(client, part, ready, by_ms);
                self.time_for_clients.insert(key, moved);
                moved
            });
            next.set_client(client, moved);
        }
        for (index, part) in state.nodes().iter().enumerate() {
            let key = [*part, key_ms];
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
        let mut events = Vec::<Event>::new();
        let to_ms = NOW_MS.saturating_add(by_ms);
        node.advance_told(&self.cast, &self.host, crate::NodeIndex(0), to_ms, &mut events);
        node.shift(&self.cast, by_ms);
        self.number_node(node)
    }

    pub(super) fn happens_to(&mut self, state: &Packed, index: usize, event: NodeEvent) -> Next {
        let part = state.node(index);
        let (kind, what) = event_number(event);
        let key = [part, kind, what];
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

/// An event on a node as two numbers.
fn event_number(event: NodeEvent) -> (u32, u32) {
    let small = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    match event {
        NodeEvent::Replicate { replica } => (0, small(replica)),
        NodeEvent::Promote { replica } => (1, small(replica)),
        NodeEvent::Down => (2, 0),
        NodeEvent::Up => (3, 0),
        NodeEvent::Restart => (4, 0),
        NodeEvent::Jump { by_ms } => (5, u32::try_from(by_ms).unwrap_or(u32::MAX)),
        NodeEvent::Cut(client) => (6, small(client.0)),
        NodeEvent::Join(client) => (7, small(client.0)),
    }
}
