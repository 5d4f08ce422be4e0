//! What can happen next in a state.

use super::parts::Packed;
use super::tables::{ClientFacts, NodeFacts, Tables};
use crate::{Choice, ClientIndex, Clients, Faults, NodeEvent, NodeIndex};

/// Something that can happen next.
#[derive(Clone, Copy)]
pub(super) struct Offer {
    pub(super) choice: Choice,
    /// The faults left after it.
    pub(super) left: Faults,
    /// How many faults it costs.
    pub(super) costs: u8,
}

/// What can happen next, as far as it has been collected.
struct Offers<'a> {
    list: &'a mut Vec<Offer>,
    /// The faults left before it.
    left: &'a Faults,
}

impl Offers<'_> {
    fn free(&mut self, choice: Choice) {
        self.list.push(Offer { choice, left: *self.left, costs: 0 });
    }

    /// A fault of this kind, if one is left.
    fn fault(&mut self, choice: Choice, kind: impl Fn(&mut Faults) -> &mut u8) {
        self.faults(choice, kind, 1);
    }

    /// So many faults of this kind at once, if as many are left.
    fn faults(&mut self, choice: Choice, kind: impl Fn(&mut Faults) -> &mut u8, costs: u8) {
        let mut left = *self.left;
        let of_kind = kind(&mut left);
        if let Some(fewer) = of_kind.checked_sub(costs) {
            *of_kind = fewer;
            self.list.push(Offer { choice, left, costs });
        }
    }
}

impl Tables {
    /// Everything that can happen next, in an order that depends on nothing
    /// but the state.
    pub(super) fn offers(&self, state: &Packed, list: &mut Vec<Offer>) {
        list.clear();
        let mut offers = Offers { list, left: self.faults_left(state) };
        let mut next_in_ms = None;
        let mut pauses = 0;
        for client in state.clients() {
            let Some(facts) = self.client_facts(client, state.client(client)) else { continue };
            let ready = self.is_ready(state, facts);
            if !facts.finished {
                self.of_client(client, facts, ready, &mut offers);
            }
            let pauses_main = facts.started && !facts.paused && ready;
            pauses += u8::from(pauses_main || facts.watchdog_not_paused);
            next_in_ms = earlier(next_in_ms, facts.next_in_ms);
        }
        for (index, node) in state.nodes().iter().enumerate() {
            let facts = self.node_facts(*node);
            self.of_node(state, index, facts, &mut offers);
            next_in_ms = earlier(next_in_ms, facts.next_in_ms);
        }
        // Time moves to the next event. Every client that could go on and does
        // not is paused by that, and charged for it once until its next step.
        if let Some(by_ms) = next_in_ms {
            offers.faults(Choice::Time { by_ms }, |left| &mut left.pauses, pauses);
        }
    }

    fn of_client(
        &self,
        client: ClientIndex,
        facts: &ClientFacts,
        ready: bool,
        offers: &mut Offers<'_>,
    ) {
        if ready {
            offers.free(Choice::Client(client));
        }
        if facts.watchdog_can_go_on {
            offers.free(Choice::Watchdog(client));
            let (request, reply) =
                (Choice::LoseWatchdogRequest(client), Choice::LoseWatchdogReply(client));
            offers.fault(request, |left| &mut left.lost_requests);
            offers.fault(reply, |left| &mut left.lost_replies);
        }
        if ready && facts.sends {
            offers.fault(Choice::LoseRequest(client), |left| &mut left.lost_requests);
            offers.fault(Choice::LoseReply(client), |left| &mut left.lost_replies);
        }
        // A client that crashes before it begins is one that never comes, and
        // one that has not begun compares nothing with its clock.
        if facts.started {
            offers.fault(Choice::Crash(client), |left| &mut left.crashes);
            if offers.left.client_clock_jumps > 0 {
                for by_ms in self.cast.client_clock_jumps_ms() {
                    let jump = Choice::ClockJump { client, by_ms };
                    offers.fault(jump, |left| &mut left.client_clock_jumps);
                }
            }
        }
    }

    fn of_node(&self, state: &Packed, index: usize, facts: &NodeFacts, offers: &mut Offers<'_>) {
        let node = NodeIndex(u16::try_from(index).unwrap_or(u16::MAX));
        let happens = |event| Choice::Node(node, event);
        for replica in 0..self.cast.replica_count() {
            if facts.lagging & (1 << replica) != 0 {
                offers.free(happens(NodeEvent::Replicate { replica }));
            }
            offers.fault(happens(NodeEvent::Promote { replica }), |left| &mut left.failovers);
        }
        if facts.down {
            offers.free(happens(NodeEvent::Up));
        } else {
            offers.fault(happens(NodeEvent::Down), |left| &mut left.nodes_down);
        }
        offers.fault(happens(NodeEvent::Restart), |left| &mut left.restarts);
        if offers.left.clock_jumps > 0 {
            let jump = happens(NodeEvent::Jump { by_ms: self.cast.clock_jump_ms() });
            offers.fault(jump, |left| &mut left.clock_jumps);
        }
        if facts.cut == 0 && offers.left.partitions == 0 {
            return;
        }
        for client in state.clients() {
            if facts.cut & Clients::only(client).bits() != 0 {
                offers.free(happens(NodeEvent::Join(client)));
            } else {
                offers.fault(happens(NodeEvent::Cut(client)), |left| &mut left.partitions);
            }
        }
    }
}

/// The earlier of two moments that may never come.
fn earlier(one_ms: Option<u64>, other_ms: Option<u64>) -> Option<u64> {
    match (one_ms, other_ms) {
        (Some(one_ms), Some(other_ms)) => Some(one_ms.min(other_ms)),
        (one_ms, other_ms) => one_ms.or(other_ms),
    }
}
