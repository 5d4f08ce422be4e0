//! What may go wrong next.

use super::World;
use crate::{Cast, Choice, ClientIndex, Clients, Faults, NodeEvent};
use lockstep_lock::NodeIndex;

impl World {
    /// Everything that can go wrong now within `left`, each with the faults
    /// left after it. What undoes a fault costs nothing: a node that comes up
    /// again, a partition that heals. Pauses are not among them: they come
    /// with moving time, see [`World::would_pause`].
    pub fn fault_choices(&self, cast: &Cast, left: &Faults) -> Vec<(Choice, Faults)> {
        let mut choices = Vec::new();
        for client in (0..self.clients.len()).map(ClientIndex) {
            self.faults_of(cast, client, left, &mut choices);
        }
        for index in 0..self.nodes.len() {
            self.faults_on(cast, index, left, &mut choices);
        }
        choices
    }

    /// Who could go on, and would be paused by moving time to the next event:
    /// each costs one pause. Whoever has not begun is only late, and whoever
    /// is paused already is not paused once more.
    pub fn would_pause(&self, cast: &Cast) -> Clients {
        let mut paused = Clients::default();
        for (index, client) in self.clients.iter().enumerate() {
            let index = ClientIndex(index);
            let main = client.started && !client.paused && self.is_ready(cast, index);
            if main || client.has_unpaused_watchdog(self.now_ms) {
                paused.insert(index);
            }
        }
        paused
    }

    fn faults_of(
        &self,
        cast: &Cast,
        index: ClientIndex,
        left: &Faults,
        choices: &mut Vec<(Choice, Faults)>,
    ) {
        let client = &self.clients[index.0];
        if client.finished {
            return;
        }
        let outlook = self.outlook(cast, index);
        let mut lose = |request, reply| {
            if let Some(lost_requests) = left.lost_requests.checked_sub(1) {
                choices.push((request, Faults { lost_requests, ..*left }));
            }
            if let Some(lost_replies) = left.lost_replies.checked_sub(1) {
                choices.push((reply, Faults { lost_replies, ..*left }));
            }
        };
        if outlook.sends && self.is_ready(cast, index) {
            lose(Choice::LoseRequest(index), Choice::LoseReply(index));
        }
        if outlook.watchdog_from_ms.is_some_and(|from_ms| from_ms <= self.now_ms) {
            lose(Choice::LoseWatchdogRequest(index), Choice::LoseWatchdogReply(index));
        }
        // A client that crashes before it begins is one that never comes, and
        // one that has not begun compares nothing with its clock.
        if !client.started {
            return;
        }
        if let Some(crashes) = left.crashes.checked_sub(1) {
            choices.push((Choice::Crash(index), Faults { crashes, ..*left }));
        }
        if let Some(client_clock_jumps) = left.client_clock_jumps.checked_sub(1) {
            for by_ms in cast.client_clock_jumps_ms() {
                let choice = Choice::ClockJump { client: index, by_ms };
                choices.push((choice, Faults { client_clock_jumps, ..*left }));
            }
        }
    }

    fn faults_on(
        &self,
        cast: &Cast,
        index: usize,
        left: &Faults,
        choices: &mut Vec<(Choice, Faults)>,
    ) {
        let node = &self.nodes[index];
        let index = NodeIndex(u16::try_from(index).unwrap_or(u16::MAX));
        let mut push = |event, left| choices.push((Choice::Node(index, event), left));
        if let Some(failovers) = left.failovers.checked_sub(1) {
            for replica in 0..cast.replica_count() {
                push(NodeEvent::Promote { replica }, Faults { failovers, ..*left });
            }
        }
        if node.down {
            push(NodeEvent::Up, *left);
        } else if let Some(nodes_down) = left.nodes_down.checked_sub(1) {
            push(NodeEvent::Down, Faults { nodes_down, ..*left });
        }
        if let Some(restarts) = left.restarts.checked_sub(1) {
            push(NodeEvent::Restart, Faults { restarts, ..*left });
        }
        if let Some(clock_jumps) = left.clock_jumps.checked_sub(1) {
            let by_ms = cast.clock_jump_ms();
            push(NodeEvent::Jump { by_ms }, Faults { clock_jumps, ..*left });
        }
        for client in (0..self.clients.len()).map(ClientIndex) {
            if node.cut.contains(client) {
                push(NodeEvent::Join(client), *left);
            } else if let Some(partitions) = left.partitions.checked_sub(1) {
                push(NodeEvent::Cut(client), Faults { partitions, ..*left });
            }
        }
    }
}
