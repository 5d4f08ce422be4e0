//! Which steps a learner may choose.

use lockstep_engine::ScriptHost;
use lockstep_scenario::{Cast, Choice, Clients, Faults, Player, Schedule, World};
use std::rc::Rc;

/// A step that the learner may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Offer {
    pub(crate) choice: Choice,
    /// Who could go on and is paused by it, where pauses are counted.
    pub(crate) pauses: Clients,
    /// Whether as many pauses are left.
    pub(crate) is_affordable: bool,
}

/// Everything that can happen next. `left` is what may still go wrong; `None`
/// where nobody counts, and where nothing goes wrong but pauses.
pub(super) fn offers(cast: &Cast, world: &World, left: Option<&Faults>) -> Vec<Offer> {
    let plain = world.choices(cast).into_iter().map(|choice| {
        let counts = left.filter(|_| matches!(choice, Choice::Time { .. }));
        let pauses = counts.map(|_| world.would_pause(cast)).unwrap_or_default();
        let is_affordable = counts.is_none_or(|left| pauses.len() <= usize::from(left.pauses));
        Offer { choice, pauses, is_affordable }
    });
    let faults = left.into_iter().flat_map(|left| world.fault_choices(cast, left));
    let faults =
        faults.map(|(choice, _)| Offer { choice, pauses: Clients::default(), is_affordable: true });
    plain.chain(faults).collect()
}

/// Whether every step of a schedule could have been chosen within `faults`.
pub(super) fn is_offered(
    cast: &Rc<Cast>,
    host: &Rc<ScriptHost>,
    schedule: &Schedule,
    faults: Faults,
) -> bool {
    let mut player = Player::new(Rc::clone(cast), Rc::clone(host), schedule.clone());
    let mut left = faults;
    for choice in &schedule.choices {
        let after = after(cast, player.world(), *choice, &left);
        let Some(after) = after else { return false };
        left = after;
        player.step();
    }
    true
}

/// What may still go wrong after a choice; `None` if it cannot be made.
fn after(cast: &Cast, world: &World, choice: Choice, left: &Faults) -> Option<Faults> {
    let offer = offers(cast, world, Some(left)).into_iter().find(|offer| offer.choice == choice)?;
    let pauses = u8::try_from(offer.pauses.len()).ok()?;
    let left = Faults { pauses: left.pauses.checked_sub(pauses)?, ..*left };
    let mut faults = world.fault_choices(cast, &left).into_iter();
    Some(faults.find(|(fault, _)| *fault == choice).map_or(left, |(_, left)| left))
}
