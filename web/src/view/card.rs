//! What stands above the rows: how everybody is now.

use super::{LineCard, Place, moment_ms, program};
use lockstep_scenario::{
    Cast, Client, ClientIndex, EventKind, LockIndex, Player, Property, ResourceIndex, ResourceSpec,
    Status, Violation,
};

/// A client: its program, and how it is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ClientCard {
    pub(crate) client: ClientIndex,
    pub(crate) name: String,
    pub(crate) status: Status,
    /// Whether it ended where it stood.
    pub(crate) has_crashed: bool,
    /// How far its clock is ahead of the world's, in milliseconds; less than
    /// nothing if it is behind.
    pub(crate) ahead_ms: i64,
    /// The sections in which it is.
    pub(crate) inside: Vec<String>,
    pub(crate) lines: Vec<LineCard>,
    /// The locks that it believes to hold.
    pub(crate) relies_on: Vec<Reliance>,
    /// What it has read of each row, or written there.
    pub(crate) read: Vec<(ResourceIndex, i64)>,
}

/// A lock that a client believes to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reliance {
    pub(crate) lock: LockIndex,
    /// Until what moment; `None` where it knows that the lock is lost.
    pub(crate) until_ms: Option<i64>,
    pub(crate) fencing_token: Option<i64>,
}

impl ClientCard {
    /// The line at which the client stands.
    pub(crate) fn next_line(&self) -> Option<&str> {
        let next = self.lines.iter().find(|line| line.place == Place::Next)?;
        Some(&next.text)
    }
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
    (0..player.cast().clients.len()).map(|index| card(player, ClientIndex(index))).collect()
}

fn card(player: &Player, index: ClientIndex) -> ClientCard {
    let (cast, world) = (player.cast(), player.world());
    let status = world.status(cast, index).unwrap_or(Status::NotStarted);
    let client = world.clients().get(index.0);
    let events = player.timeline().iter().flat_map(|step| &step.events);
    let crash = EventKind::Crashed { client: index };
    let inside = world.sections().filter(|(_, inside)| inside.contains(index));
    let reliances = client.into_iter().flat_map(reliances);
    ClientCard {
        client: index,
        name: cast.name(index).to_owned(),
        status,
        has_crashed: events.into_iter().any(|event| event.kind == crash),
        ahead_ms: client.map_or(0, Client::ahead_ms),
        inside: inside.filter_map(|(section, _)| cast.sections.get(section.0).cloned()).collect(),
        lines: program::lines(player, index, status),
        relies_on: reliances.collect(),
        read: client.into_iter().flat_map(Client::read).collect(),
    }
}

/// What a client relies on, until the moment at which its own clock will show
/// that it is over.
fn reliances(client: &Client) -> impl Iterator<Item = Reliance> {
    client.grants().map(|(lock, grant)| {
        let until_ms = Some(grant.valid_until_ms).filter(|own_ms| *own_ms > 0);
        Reliance {
            lock,
            until_ms: until_ms.map(|own_ms| moment_ms(client.in_world_ms(own_ms))),
            fencing_token: grant.fencing_token,
        }
    })
}

/// What is watched, in the order of the scenario.
pub(crate) fn lamps(player: &Player) -> Vec<Lamp> {
    let cast = player.cast();
    let properties = cast.properties.iter().filter(|property| can_show(cast, **property));
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

/// Whether one schedule can show that a property does not hold. A lock that
/// can never be taken again shows only where every schedule was looked at.
fn can_show(cast: &Cast, property: Property) -> bool {
    let mut specs = cast.resources.iter().map(|resource| &resource.spec);
    match property {
        Property::NoLostUpdate => specs.any(|spec| matches!(spec, ResourceSpec::Row { .. })),
        Property::InBounds => specs.any(|spec| {
            matches!(spec, ResourceSpec::Row { min, max, .. } if min.is_some() || max.is_some())
        }),
        Property::FencesInOrder => cast.locks.iter().any(|lock| lock.lock.fenced),
        Property::CanBeTakenAgain => false,
        Property::MutualExclusion | Property::NoForeignRelease | Property::NoImmortalLock => true,
    }
}
