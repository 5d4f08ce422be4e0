//! One row for each step taken.

use super::{Bar, Lives, Shown, bars, moment_ms};
use lockstep_lock::NodeIndex;
use lockstep_scenario::{
    Cast, Choice, ClientIndex, Event, EventKind, NodeEvent, Player, Status, Step, Unanswered, World,
};

/// A step taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// Which, counted from 1.
    pub(crate) step: usize,
    /// The moment after it.
    pub(crate) at_ms: i64,
    pub(crate) mover: Mover,
    pub(crate) sent: Option<Sent>,
    /// Everything that happened, in order.
    pub(crate) events: Vec<Event>,
    /// One for each client.
    pub(crate) lanes: Vec<Lane>,
    /// One for each lock on each node.
    pub(crate) bars: Vec<Bar>,
}

/// Who took a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mover {
    Client(ClientIndex),
    /// A client's watchdog, beside its work.
    Watchdog(ClientIndex),
    Time {
        by_ms: i64,
    },
    Node(NodeIndex, NodeEvent),
}

/// A command that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sent {
    pub(crate) node: NodeIndex,
    pub(crate) command: Shown,
    pub(crate) answer: Answer,
}

/// What came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// A reply, as `redis-cli` prints it.
    Reply(String),
    /// Nothing yet.
    Later,
    /// Nothing.
    None(Unanswered),
}

/// How a client was before a step and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lane {
    pub(crate) before: LaneState,
    pub(crate) after: LaneState,
}

/// How a client is, as far as a lane shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LaneState {
    pub(crate) status: Status,
    /// Whether it is in a section.
    pub(crate) inside: bool,
}

impl Row {
    /// Whether something was violated in it.
    pub(crate) fn is_violated(&self) -> bool {
        self.events.iter().any(|event| matches!(event.kind, EventKind::Violated(_)))
    }

    /// Whether nobody took it but time.
    pub(crate) fn is_time(&self) -> bool {
        matches!(self.mover, Mover::Time { .. })
    }

    /// The client that took the step.
    pub(crate) fn client(&self) -> Option<ClientIndex> {
        match self.mover {
            Mover::Client(client) | Mover::Watchdog(client) => Some(client),
            Mover::Time { .. } | Mover::Node(..) => None,
        }
    }

    /// Whether what was sent has not arrived.
    pub(crate) fn is_lost(&self) -> bool {
        let lost = [Unanswered::RequestLost, Unanswered::Unreachable].map(Answer::None);
        self.sent.as_ref().is_some_and(|sent| lost.contains(&sent.answer))
    }
}

/// One row for each step taken, oldest first.
pub(crate) fn rows(player: &Player) -> Vec<Row> {
    let mut lives = Lives::default();
    let mut rows = Vec::new();
    for (index, step) in player.timeline().iter().enumerate() {
        let (Some(before), Some(after)) = (player.world_at(index), player.world_at(index + 1))
        else {
            break;
        };
        rows.push(row(player.cast(), index + 1, step, before, after, &mut lives));
    }
    rows
}

fn row(
    cast: &Cast,
    number: usize,
    step: &Step,
    before: &World,
    after: &World,
    lives: &mut Lives,
) -> Row {
    let mover = match step.choice {
        Choice::Client(client)
        | Choice::Crash(client)
        | Choice::LoseRequest(client)
        | Choice::LoseReply(client)
        | Choice::ClockJump { client, .. } => Mover::Client(client),
        Choice::Watchdog(client)
        | Choice::LoseWatchdogRequest(client)
        | Choice::LoseWatchdogReply(client) => Mover::Watchdog(client),
        Choice::Time { .. } => Mover::Time { by_ms: step.to_ms.saturating_sub(step.from_ms) },
        Choice::Node(node, event) => Mover::Node(node, event),
    };
    let lanes = (0..cast.clients.len()).map(ClientIndex).map(|client| Lane {
        before: lane_state(cast, before, client),
        after: lane_state(cast, after, client),
    });
    Row {
        step: number,
        at_ms: moment_ms(step.to_ms),
        mover,
        sent: step.events.iter().find_map(|event| sent(&event.kind)),
        lanes: lanes.collect(),
        bars: bars(cast, step, before, after, lives),
        events: step.events.clone(),
    }
}

fn sent(event: &EventKind) -> Option<Sent> {
    let (node, command, answer) = match event {
        EventKind::Command { node, command, reply, .. } => {
            let reply = reply.as_ref().map(|reply| Answer::Reply(reply.to_string()));
            (node, command, reply.unwrap_or(Answer::Later))
        }
        EventKind::Lost { node, command, why, .. } => (node, command, Answer::None(*why)),
        _ => return None,
    };
    Some(Sent { node: *node, command: Shown::new(command), answer })
}

fn lane_state(cast: &Cast, world: &World, client: ClientIndex) -> LaneState {
    LaneState {
        status: world.status(cast, client).unwrap_or(Status::NotStarted),
        inside: world.sections().any(|(_, inside)| inside.contains(client)),
    }
}
