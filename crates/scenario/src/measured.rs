//! What a way through a scenario cost.

use crate::{Cast, ClientIndex, EventKind, Player, STARTED_AT_MS, Status};

/// What the steps taken so far cost: commands, and time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measured {
    /// How many commands were sent, those that got lost included.
    pub commands: u32,
    /// How long each client waited for a lock, in milliseconds, in the order
    /// of names.
    pub waited_ms: Vec<i64>,
    /// When the last thing happened that a client did, in milliseconds since
    /// the beginning.
    pub lasted_ms: i64,
}

impl Measured {
    /// Measures the steps that a player has taken so far.
    pub fn of(player: &Player) -> Self {
        let cast = player.cast();
        let mut measured = Self { waited_ms: vec![0; cast.clients.len()], ..Self::default() };
        for (step, before) in player.timeline().iter().zip(0..) {
            let sent = |kind: &EventKind| {
                matches!(kind, EventKind::Command { .. } | EventKind::Lost { .. })
            };
            let commands = step.events.iter().filter(|event| sent(&event.kind)).count();
            measured.commands += u32::try_from(commands).unwrap_or(u32::MAX);
            if step.to_ms > step.from_ms {
                measured.wait(player, cast, before, step.to_ms - step.from_ms);
            } else {
                measured.lasted_ms = step.to_ms - STARTED_AT_MS;
            }
        }
        measured
    }

    /// Time moved: whoever was waiting for a lock has waited longer.
    fn wait(&mut self, player: &Player, cast: &Cast, before: usize, by_ms: i64) {
        let Some(world) = player.world_at(before) else { return };
        for (index, waited_ms) in self.waited_ms.iter_mut().enumerate() {
            let status = world.status(cast, ClientIndex(index));
            if matches!(status, Some(Status::WaitingForLock { .. })) {
                *waited_ms += by_ms;
            }
        }
    }
}
