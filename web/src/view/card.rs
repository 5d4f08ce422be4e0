//! What stands above the rows: how everybody is now.

use super::{Part, Shown, moment_ms};
use lockstep_scenario::{
    ClientIndex, EventKind, LockIndex, Player, Property, Status, Violation, World,
};

/// A client: its program, and how it is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ClientCard {
    pub(crate) client: ClientIndex,
    pub(crate) name: String,
    pub(crate) status: Status,
    /// The sections in which it is.
    pub(crate) inside: Vec<String>,
    pub(crate) lines: Vec<LineCard>,
    /// The locks that it believes to hold, and until what moment.
    pub(crate) relies_on: Vec<(LockIndex, i64)>,
}

impl ClientCard {
    /// The line at which the client stands.
    pub(crate) fn next_line(&self) -> Option<&str> {
        let next = self.lines.iter().find(|line| line.place == Place::Next)?;
        Some(&next.text)
    }
}

/// A line of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LineCard {
    pub(crate) text: String,
    pub(crate) place: Place,
    /// What it sends first.
    pub(crate) command: Option<Shown>,
}

/// Where a line is, seen from the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Done,
    Next,
    Ahead,
}

/// The Redis node.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NodeCard {
    /// The moment.
    pub(crate) now_ms: i64,
    pub(crate) keys: Vec<NodeKey>,
}

/// A key that is alive.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NodeKey {
    pub(crate) key: String,
    pub(crate) value: String,
    /// What is left of its time to live; `None` for ever.
    pub(crate) ttl_ms: Option<i64>,
    /// How much of its time to live is left.
    pub(crate) left: Part,
    /// Who wrote it, if it is a lock's.
    pub(crate) owner: Option<ClientIndex>,
}

/// A property that is watched, and where it was violated up to now.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lamp {
    pub(crate) property: Property,
    /// The steps, counted from 1.
    pub(crate) violations: Vec<(usize, Violation)>,
}

/// The clients as they are now.
pub(crate) fn clients(player: &Player) -> Vec<ClientCard> {
    let (cast, world) = (player.cast(), player.world());
    let each = cast.clients.iter().zip(world.clients()).enumerate();
    let card = each.map(|(index, (of_cast, client))| {
        let index = ClientIndex(index);
        let status = client.status(world.now_ms());
        let at = client.position();
        let line = |(number, line): (usize, &lockstep_scenario::Line)| LineCard {
            text: line.text.clone(),
            place: match number {
                _ if number < at => Place::Done,
                _ if number == at && status != Status::Finished => Place::Next,
                _ => Place::Ahead,
            },
            command: cast.command(index, number).map(|command| Shown::new(&command)),
        };
        let until = |(lock, grant): (LockIndex, &lockstep_lock::Grant)| {
            (lock, i64::try_from(grant.valid_until_ms).unwrap_or(i64::MAX))
        };
        let inside = world.sections().filter(|(_, inside)| inside.contains(&index));
        ClientCard {
            client: index,
            name: of_cast.name.clone(),
            status,
            inside: inside.map(|(section, _)| section.to_owned()).collect(),
            lines: of_cast.program.lines.iter().enumerate().map(line).collect(),
            relies_on: client.grants().map(until).collect(),
        }
    });
    card.collect()
}

/// The node as it is now.
pub(crate) fn node(player: &Player) -> NodeCard {
    let world = player.world();
    let now_ms = world.now_ms();
    let keys = world.keys().map(|view| {
        let lock = player.cast().lock_by_key(view.key).filter(|_| view.db == 0);
        let life =
            view.expire_at_ms.map(|at_ms| (at_ms, life_ms(player, view.db, view.key, at_ms)));
        NodeKey {
            key: String::from_utf8_lossy(view.key).into_owned(),
            value: view.value.clone(),
            ttl_ms: view.expire_at_ms.map(|at_ms| at_ms.saturating_sub(now_ms)),
            left: life.map_or(Part::WHOLE, |(at_ms, life_ms)| {
                Part::of(at_ms.saturating_sub(now_ms), life_ms)
            }),
            owner: lock.and_then(|lock| world.owner(lock)),
        }
    });
    NodeCard { now_ms: moment_ms(now_ms), keys: keys.collect() }
}

/// What is watched, in the order of the scenario.
pub(crate) fn lamps(player: &Player) -> Vec<Lamp> {
    let properties = player.cast().properties.iter();
    let mut lamps: Vec<_> =
        properties.map(|&property| Lamp { property, violations: Vec::new() }).collect();
    for (index, step) in player.timeline().iter().enumerate() {
        for event in &step.events {
            let EventKind::Violated(violation) = &event.kind else {
                continue;
            };
            let lamp = lamps.iter_mut().find(|lamp| lamp.property == violation.property());
            if let Some(lamp) = lamp {
                lamp.violations.push((index + 1, violation.clone()));
            }
        }
    }
    lamps
}

/// How long the key was to live when it was given the expiry that it has now:
/// seen from the first of the worlds, going back, in which it had that expiry.
fn life_ms(player: &Player, db: usize, key: &[u8], expire_at_ms: i64) -> i64 {
    let same = |world: &&World| {
        let mut keys = world.keys();
        keys.any(|k| k.db == db && **k.key == *key && k.expire_at_ms == Some(expire_at_ms))
    };
    let back = (0..=player.at()).rev().filter_map(|at| player.world_at(at));
    let given = back.take_while(same).last();
    given.map_or(0, |world| expire_at_ms.saturating_sub(world.now_ms()))
}
