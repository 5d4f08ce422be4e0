//! The race as a Stateright model, packed by hand.

use stateright::{Model, Property};

/// Clients that race for a token lock.
pub(super) struct Race {
    pub(super) clients: usize,
    pub(super) pauses: u8,
}

const TTL_MS: u32 = 30_000;
const RETRY_MS: u32 = 1_000;
const WORK_MS: u32 = 5_000;

/// Where a client stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum At {
    Acquire,
    Enter,
    Leave,
    Release,
    Done,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Client {
    at: At,
    started: bool,
    paused: bool,
    /// Milliseconds until it can go on.
    ready_in_ms: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct World {
    /// Whose the lock is, and how many milliseconds it has left.
    lock: Option<(u8, u32)>,
    clients: Vec<Client>,
    pauses: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Choice {
    Step(u8),
    Time,
}

impl World {
    fn is_ready(client: &Client) -> bool {
        client.at != At::Done && client.ready_in_ms == 0
    }

    fn pauses_of_time(&self) -> u8 {
        let pauses = |c: &&Client| c.started && !c.paused && Self::is_ready(c);
        u8::try_from(self.clients.iter().filter(pauses).count()).unwrap_or(u8::MAX)
    }

    fn next_event_in_ms(&self) -> Option<u32> {
        let waits = self.clients.iter().filter(|c| c.at != At::Done && c.ready_in_ms > 0);
        waits.map(|c| c.ready_in_ms).chain(self.lock.map(|(_, left)| left)).min()
    }

    fn step(&mut self, index: u8) {
        let lock = self.lock;
        let client = &mut self.clients[usize::from(index)];
        (client.started, client.paused) = (true, false);
        match client.at {
            At::Acquire if lock.is_none() => {
                self.lock = Some((index, TTL_MS + 1));
                client.at = At::Enter;
            }
            At::Acquire => client.ready_in_ms = RETRY_MS,
            At::Enter => (client.at, client.ready_in_ms) = (At::Leave, WORK_MS),
            At::Leave => client.at = At::Release,
            At::Release => {
                client.at = At::Done;
                self.lock = lock.filter(|(owner, _)| *owner != index);
            }
            At::Done => {}
        }
    }

    fn pass(&mut self, by_ms: u32) {
        for client in &mut self.clients {
            client.paused |= client.started && Self::is_ready(client);
            client.ready_in_ms = client.ready_in_ms.saturating_sub(by_ms);
        }
        self.lock = self.lock.map(|(owner, left)| (owner, left - by_ms)).filter(|l| l.1 > 0);
    }
}

impl Model for Race {
    type State = World;
    type Action = Choice;

    fn init_states(&self) -> Vec<World> {
        let client = Client { at: At::Acquire, started: false, paused: false, ready_in_ms: 0 };
        vec![World { lock: None, clients: vec![client; self.clients], pauses: self.pauses }]
    }

    fn actions(&self, world: &World, actions: &mut Vec<Choice>) {
        for (index, client) in (0u8..).zip(&world.clients) {
            if World::is_ready(client) {
                actions.push(Choice::Step(index));
            }
        }
        if world.next_event_in_ms().is_some() && world.pauses_of_time() <= world.pauses {
            actions.push(Choice::Time);
        }
    }

    fn next_state(&self, world: &World, choice: Choice) -> Option<World> {
        let mut next = world.clone();
        match choice {
            Choice::Step(index) => next.step(index),
            Choice::Time => {
                next.pauses -= world.pauses_of_time();
                next.pass(world.next_event_in_ms()?);
            }
        }
        Some(next)
    }

    /// One that always holds, so that everything is looked at.
    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("nobody waits for longer than asked", |_, world: &World| {
            world.clients.iter().all(|client| client.ready_in_ms <= WORK_MS)
        })]
    }
}
