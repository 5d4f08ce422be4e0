//! One row for each step taken.

use super::{Part, Shown, moment_ms};
use lockstep_scenario::{
    Cast, Choice, ClientIndex, Event, EventKind, LockIndex, Player, Status, Step, World,
};
use std::collections::BTreeMap;

/// A step taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// Which, counted from 1.
    pub(crate) step: usize,
    /// The moment after it.
    pub(crate) at_ms: i64,
    pub(crate) mover: Mover,
    /// What was sent.
    pub(crate) command: Option<Shown>,
    /// What was answered, as `redis-cli` prints it.
    pub(crate) reply: Option<String>,
    /// Everything that happened, in order.
    pub(crate) events: Vec<Event>,
    /// One for each client.
    pub(crate) lanes: Vec<Lane>,
    /// One for each lock.
    pub(crate) bars: Vec<Bar>,
}

/// Who took a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mover {
    Client(ClientIndex),
    Time { by_ms: i64 },
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

/// A lock's key before a step and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bar {
    pub(crate) lock: LockIndex,
    pub(crate) before: Option<Held>,
    pub(crate) after: Option<Held>,
    /// After what part of the step what was held before it ended by time.
    pub(crate) ended: Option<Part>,
}

/// A lock's key that is alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    /// Who wrote it.
    pub(crate) owner: Option<ClientIndex>,
    /// What is left of its time to live; `None` for ever.
    pub(crate) ttl_ms: Option<i64>,
    /// How much of its time to live is left.
    pub(crate) left: Part,
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
            Mover::Client(client) => Some(client),
            Mover::Time { .. } => None,
        }
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
    let sent = step.events.iter().find_map(|event| match &event.kind {
        EventKind::Command { command, reply, .. } => Some((Shown::new(command), reply.to_string())),
        _ => None,
    });
    let (command, reply) = sent.unzip();
    let mover = match step.choice {
        Choice::Client(client) => Mover::Client(client),
        Choice::Time { .. } => Mover::Time { by_ms: step.to_ms.saturating_sub(step.from_ms) },
    };
    let lanes = (0..cast.clients.len()).map(ClientIndex).map(|client| Lane {
        before: lane_state(before, client),
        after: lane_state(after, client),
    });
    let bars = (0..cast.locks.len()).map(LockIndex).map(|lock| {
        let expired = step.events.iter().find(|event| is_expiry(event, cast, lock));
        Bar {
            lock,
            before: lives.held(cast, lock, before),
            after: lives.held(cast, lock, after),
            ended: expired.map(|event| {
                let length_ms = step.to_ms.saturating_sub(step.from_ms);
                Part::of(event.at_ms.saturating_sub(step.from_ms), length_ms)
            }),
        }
    });
    Row {
        step: number,
        at_ms: moment_ms(step.to_ms),
        mover,
        command,
        reply,
        lanes: lanes.collect(),
        bars: bars.collect(),
        events: step.events.clone(),
    }
}

fn is_expiry(event: &Event, cast: &Cast, lock: LockIndex) -> bool {
    let EventKind::Key { key, name: "expired", .. } = &event.kind else {
        return false;
    };
    cast.lock_by_key(key) == Some(lock)
}

fn lane_state(world: &World, client: ClientIndex) -> LaneState {
    let status = world.clients().get(client.0).map(|c| c.status(world.now_ms()));
    LaneState {
        status: status.unwrap_or(Status::NotStarted),
        inside: world.sections().any(|(_, inside)| inside.contains(&client)),
    }
}

/// How long each lock's key was to live when it was given its expiry. Asked
/// about one world after another, it sees each expiry first where it was given.
#[derive(Default)]
struct Lives {
    /// The expiry in Unix milliseconds, and the length in milliseconds.
    given: BTreeMap<LockIndex, (i64, i64)>,
}

impl Lives {
    fn held(&mut self, cast: &Cast, lock: LockIndex, world: &World) -> Option<Held> {
        let key = &cast.locks.get(lock.0)?.key;
        let view = world.keys().find(|view| view.db == 0 && view.key == key)?;
        let owner = world.owner(lock);
        let Some(at_ms) = view.expire_at_ms else {
            return Some(Held { owner, ttl_ms: None, left: Part::WHOLE });
        };
        let ttl_ms = at_ms.saturating_sub(world.now_ms());
        let given = self.given.entry(lock).or_insert((at_ms, ttl_ms));
        if given.0 != at_ms {
            *given = (at_ms, ttl_ms);
        }
        Some(Held { owner, ttl_ms: Some(ttl_ms), left: Part::of(ttl_ms, given.1) })
    }
}
