//! What must always hold, and who did what must not happen, in words.

use super::of;
use crate::view::{lock_key, resource_name};
use lockstep_lesson::Lang;
use lockstep_scenario::{Cast, Property, Violation};

/// What must always hold.
pub(crate) fn property(lang: Lang, property: Property) -> &'static str {
    let texts = of(lang);
    match property {
        Property::MutualExclusion => texts.mutual_exclusion,
        Property::NoForeignRelease => texts.no_foreign_release,
        Property::NoImmortalLock => texts.no_immortal_lock,
        Property::NoLostUpdate => texts.no_lost_update,
        Property::InBounds => texts.in_bounds,
        Property::FencesInOrder => texts.fences_in_order,
        Property::CanBeTakenAgain => texts.can_be_taken_again,
    }
}

/// Who did what must not happen, in a sentence.
pub(crate) fn violation(lang: Lang, cast: &Cast, violation: &Violation) -> String {
    let texts = of(lang);
    match violation {
        Violation::MutualExclusion { section, clients } => {
            let names: Vec<_> = clients.iter().map(|client| cast.name(*client)).collect();
            (texts.two_inside)(&names.join(texts.and), section)
        }
        Violation::ForeignRelease { by, owner, lock } => {
            (texts.foreign_release)(cast.name(*by), cast.name(*owner), &lock_key(cast, *lock))
        }
        Violation::ImmortalLock { owner, lock } => {
            (texts.immortal_lock)(cast.name(*owner), &lock_key(cast, *lock))
        }
        Violation::LostUpdate { by, row } => {
            (texts.lost_update)(cast.name(*by), resource_name(cast, *row))
        }
        Violation::OutOfBounds { by, row, value } => {
            let row = resource_name(cast, *row);
            (texts.out_of_bounds)(cast.name(*by), row, &value.to_string())
        }
        Violation::StaleWrite { by, row, fence, highest } => {
            let (row, by) = (resource_name(cast, *row), cast.name(*by));
            (texts.stale_write)(by, row, &fence.to_string(), &highest.to_string())
        }
        Violation::NeverFree { lock } => (texts.never_free)(&lock_key(cast, *lock)),
    }
}
