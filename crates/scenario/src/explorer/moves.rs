//! Time that moves, and what happens to a node: computed once, then remembered.

use super::learn::Missing;
use super::parts::Packed;
use super::tables::{NOW_MS, Tables};
use crate::{ClientIndex, NodeEvent};
use lockstep_engine::ScriptHost;

impl Tables {
    pub(super) fn move_time(
        &self,
        state: &Packed,
        by_ms: u64,
        next: &mut Packed,
    ) -> Result<(), Missing> {
        for client in state.clients() {
            let part = state.client(client);
            let facts = self.client_facts(client, part);
            let ready = facts.is_some_and(|facts| self.is_ready(state, facts));
            let moved = self.time_for_clients.get(&client_in_time(client, part, ready, by_ms));
            let missing = Missing::ClientInTime { client, part, ready, by_ms };
            next.set_client(client, moved.ok_or(missing)?);
        }
        for (index, part) in state.nodes().iter().enumerate() {
            let moved = self.time_for_nodes.get(&node_in_time(*part, by_ms));
            next.set_node(index, moved.ok_or(Missing::NodeInTime { part: *part, by_ms })?);
        }
        Ok(())
    }

    pub(super) fn move_client(
        &mut self,
        index: ClientIndex,
        part: u32,
        ready: bool,
        by_ms: u64,
    ) -> u32 {
        let mut client = self.clients.get(part).clone();
        let by_ms = i64::try_from(by_ms).unwrap_or(i64::MAX);
        let to_ms = NOW_MS.saturating_add(by_ms);
        client.time_moves(ready, to_ms);
        client.shift(by_ms);
        self.number_client(index, client)
    }

    pub(super) fn move_node(&mut self, host: &ScriptHost, part: u32, by_ms: u64) -> u32 {
        let mut node = self.nodes.get(part).clone();
        let by_ms = i64::try_from(by_ms).unwrap_or(i64::MAX);
        node.expire(&self.cast, host, NOW_MS.saturating_add(by_ms));
        node.shift(&self.cast, by_ms);
        self.number_node(node)
    }

    pub(super) fn happens_to(
        &self,
        state: &Packed,
        index: usize,
        event: NodeEvent,
        next: &mut Packed,
    ) -> Result<(), Missing> {
        let part = state.node(index);
        let after = self.node_events.get(&node_event(part, event));
        next.set_node(index, after.ok_or(Missing::NodeEvent { part, event })?);
        Ok(())
    }

    pub(super) fn after_event(&mut self, host: &ScriptHost, part: u32, event: NodeEvent) -> u32 {
        let mut node = self.nodes.get(part).clone();
        node.happens(&self.cast, host, event, NOW_MS);
        self.number_node(node)
    }
}

/// What decides how a client is after time has moved.
pub(super) fn client_in_time(client: ClientIndex, part: u32, ready: bool, by_ms: u64) -> [u32; 4] {
    let [high, low] = halves(by_ms);
    [u32::try_from(client.0).unwrap_or(0) << 1 | u32::from(ready), part, high, low]
}

/// What decides how a node is after time has moved.
pub(super) fn node_in_time(part: u32, by_ms: u64) -> [u32; 3] {
    let [high, low] = halves(by_ms);
    [part, high, low]
}

/// What decides how a node is after something has happened to it.
pub(super) fn node_event(part: u32, event: NodeEvent) -> [u32; 4] {
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
    [part, kind, high, low]
}

/// A number as two words: a year in milliseconds does not fit into one.
fn halves(number: u64) -> [u32; 2] {
    [(number >> 32) as u32, (number & u64::from(u32::MAX)) as u32]
}
