//! What can happen next in a state.

use super::parts::Packed;
use super::tables::Tables;
use crate::{Choice, ClientIndex, Clients, Faults, NodeEvent, NodeIndex};

/// What can happen, with the faults left after it.
pub(super) type Options = Vec<(Choice, Faults)>;

impl Tables {
    /// Everything that can happen next, in an order that depends on nothing
    /// but the state.
    pub(super) fn choices(&self, state: &Packed, options: &mut Options) {
        options.clear();
        let left = self.faults_left(state);
        let ready = self.ready(state);
        for client in state.clients() {
            self.choices_of(state, client, ready, left, options);
        }
        for node in 0..state.nodes().len() {
            self.choices_on(state, node, left, options);
        }
        self.time(state, ready, left, options);
    }

    /// Who could take a step of the main thread.
    fn ready(&self, state: &Packed) -> Clients {
        let mut ready = Clients::default();
        for client in state.clients().filter(|client| self.is_ready(state, *client)) {
            ready.insert(client);
        }
        ready
    }

    fn choices_of(
        &self,
        state: &Packed,
        client: ClientIndex,
        ready: Clients,
        left: Faults,
        options: &mut Options,
    ) {
        let Some(facts) = self.client_facts(client, state.client(client)) else { return };
        if facts.finished {
            return;
        }
        let ready = ready.contains(client);
        if ready {
            options.push((Choice::Client(client), left));
        }
        if facts.outlook.watchdog_from_ms.is_some_and(|from| from <= crate::STARTED_AT_MS) {
            options.push((Choice::Watchdog(client), left));
        }
        if ready && facts.outlook.sends {
            if left.lost_requests > 0 {
                let left = Faults { lost_requests: left.lost_requests - 1, ..left };
                options.push((Choice::LoseRequest(client), left));
            }
            if left.lost_replies > 0 {
                let left = Faults { lost_replies: left.lost_replies - 1, ..left };
                options.push((Choice::LoseReply(client), left));
            }
        }
        // A client that crashes before it begins is one that never comes, and
        // one that has not begun compares nothing with its clock.
        if left.crashes > 0 && facts.started {
            options.push((Choice::Crash(client), Faults { crashes: left.crashes - 1, ..left }));
        }
        if left.client_clock_jumps > 0 && facts.started {
            let left = Faults { client_clock_jumps: left.client_clock_jumps - 1, ..left };
            for by_ms in self.cast.client_clock_jumps_ms() {
                options.push((Choice::ClockJump { client, by_ms }, left));
            }
        }
    }

    fn choices_on(&self, state: &Packed, index: usize, left: Faults, options: &mut Options) {
        let facts = self.node_facts(state.node(index));
        let node = NodeIndex(u16::try_from(index).unwrap_or(u16::MAX));
        let mut push = |event, left| options.push((Choice::Node(node, event), left));
        for replica in 0..self.cast.replica_count() {
            if facts.lagging & (1 << replica) != 0 {
                push(NodeEvent::Replicate { replica }, left);
            }
            if left.failovers > 0 {
                let left = Faults { failovers: left.failovers - 1, ..left };
                push(NodeEvent::Promote { replica }, left);
            }
        }
        if facts.down {
            push(NodeEvent::Up, left);
        } else if left.nodes_down > 0 {
            push(NodeEvent::Down, Faults { nodes_down: left.nodes_down - 1, ..left });
        }
        if left.restarts > 0 {
            push(NodeEvent::Restart, Faults { restarts: left.restarts - 1, ..left });
        }
        if left.clock_jumps > 0 {
            let by_ms = self.cast.clock_jump_ms();
            let left = Faults { clock_jumps: left.clock_jumps - 1, ..left };
            push(NodeEvent::Jump { by_ms }, left);
        }
        for client in state.clients() {
            if facts.cut & Clients::only(client).bits() != 0 {
                push(NodeEvent::Join(client), left);
            } else if left.partitions > 0 {
                push(NodeEvent::Cut(client), Faults { partitions: left.partitions - 1, ..left });
            }
        }
    }

    /// Time moves to the next event. Every client that could go on and does
    /// not is paused by that, and charged for it once until its next step.
    fn time(&self, state: &Packed, ready: Clients, left: Faults, options: &mut Options) {
        let mut next_in_ms = None;
        let mut earlier = |in_ms: Option<u64>| {
            next_in_ms = match (next_in_ms, in_ms) {
                (Some(known), Some(new)) => Some(u64::min(known, new)),
                (known, new) => known.or(new),
            };
        };
        for node in state.nodes() {
            earlier(self.node_facts(*node).next_in_ms);
        }
        let mut pauses = 0;
        for client in state.clients() {
            let Some(facts) = self.client_facts(client, state.client(client)) else { continue };
            earlier(facts.next_in_ms);
            let main = facts.started && !facts.paused && ready.contains(client);
            pauses += u8::from(main || facts.watchdog_not_paused);
        }
        if let Some(by_ms) = next_in_ms
            && let Some(pauses) = left.pauses.checked_sub(pauses)
        {
            options.push((Choice::Time { by_ms }, Faults { pauses, ..left }));
        }
    }
}
