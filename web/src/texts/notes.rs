//! What an event means to its client, in words.

use super::{Texts, lossy, of};
use crate::view::{self, Row, lock_key, resource_name};
use lockstep_lesson::Lang;
use lockstep_lock::{AcquireError, Extended, Loss, Released};
use lockstep_scenario::{Cast, EventKind, LockIndex, ResourceIndex, Written};

/// The notes of a row for the client that took the step.
pub(crate) fn notes(lang: Lang, cast: &Cast, row: &Row) -> Vec<String> {
    let events = row.events.iter();
    events.filter_map(|event| note(lang, cast, &event.kind, event.at_ms)).collect()
}

/// What an event means to its client, without the client's name: `enters
/// stock`. `None` for what is shown otherwise.
pub(super) fn note(lang: Lang, cast: &Cast, event: &EventKind, at_ms: i64) -> Option<String> {
    let texts = of(lang);
    let key = |lock: &LockIndex| lock_key(cast, *lock);
    let moment = |unix_ms: &i64| view::moment(view::moment_ms(*unix_ms));
    Some(match event {
        EventKind::Paused { since_ms, .. } => {
            (texts.was_paused)(&view::seconds(at_ms.saturating_sub(*since_ms)))
        }
        EventKind::Arrived { reply: Some(reply), .. } => (texts.arrived)(&reply.to_string()),
        EventKind::Arrived { reply: None, .. } => texts.closed.to_owned(),
        EventKind::Crashed { .. } => texts.crashed.to_owned(),
        EventKind::ClockJumped { by_ms, .. } => {
            let told = if *by_ms < 0 { texts.falls_behind } else { texts.jumps_ahead };
            told(&view::seconds(by_ms.saturating_abs()))
        }
        EventKind::Acquired { lock, outcome, .. } => match outcome {
            Ok(_) => (texts.acquired)(&key(lock)),
            Err(error) => not_acquired(texts, &key(lock), error),
        },
        EventKind::WillRetry { at_ms, .. } => (texts.will_retry)(&moment(at_ms)),
        EventKind::Extended { lock, outcome, .. } => extended(texts, &key(lock), outcome),
        EventKind::Released { lock, outcome, .. } => released(texts, &key(lock), outcome),
        EventKind::LostLock { lock, loss, .. } => lost(texts, &key(lock), *loss),
        EventKind::NothingHeld { lock, .. } => (texts.nothing_held)(&key(lock)),
        EventKind::Entered { section, .. } => (texts.entered)(section),
        EventKind::Left { section, .. } => (texts.left)(section),
        EventKind::Working { until_ms, .. } => (texts.working)(&moment(until_ms)),
        EventKind::Thought { .. } => texts.thought.to_owned(),
        EventKind::Read { .. }
        | EventKind::Wrote { .. }
        | EventKind::Inserted { .. }
        | EventKind::Took { .. } => return used(texts, cast, event),
        EventKind::Finished { .. } => texts.ended.to_owned(),
        EventKind::StillWaiting { .. } => texts.still_waiting.to_owned(),
        EventKind::AtItsEnd { .. } => texts.at_its_end.to_owned(),
        EventKind::Command { .. }
        | EventKind::Lost { .. }
        | EventKind::Node { .. }
        | EventKind::Key { .. }
        | EventKind::Violated(_) => return None,
    })
}

/// What a client did with what the locks protect.
fn used(texts: &Texts, cast: &Cast, event: &EventKind) -> Option<String> {
    let name = |resource: &ResourceIndex| resource_name(cast, *resource);
    Some(match event {
        EventKind::Read { row, value, written: Written::Done, .. } => {
            (texts.read)(name(row), &value.to_string())
        }
        EventKind::Read { row, .. } => (texts.read_refused)(name(row)),
        EventKind::Wrote { row, value, written, .. } => {
            let told = match written {
                Written::Done => texts.wrote,
                Written::Refused => texts.write_refused,
            };
            told(name(row), &value.to_string())
        }
        EventKind::Inserted { table, name: inserted, written, .. } => {
            let told = match written {
                Written::Done => texts.inserted,
                Written::Refused => texts.already_there,
            };
            told(inserted, name(table))
        }
        EventKind::Took { queue, written, .. } => {
            let told = match written {
                Written::Done => texts.took,
                Written::Refused => texts.no_job,
            };
            told(name(queue))
        }
        _ => return None,
    })
}

fn not_acquired(texts: &Texts, key: &str, error: &AcquireError) -> String {
    match error {
        AcquireError::NoQuorum { granted, needed, .. } => {
            (texts.too_few)(key, &granted.to_string(), &needed.to_string())
        }
        AcquireError::NotReplicated { confirmed, needed, .. } => {
            (texts.not_replicated)(key, &confirmed.to_string(), &needed.to_string())
        }
        AcquireError::TooLate { .. } => (texts.too_late)(key),
        AcquireError::Refused { text, .. } => (texts.refused)(&lossy(text)),
        AcquireError::Indeterminate { .. } => (texts.unanswered)(key),
        _ => (texts.taken)(key),
    }
}

fn extended(texts: &Texts, key: &str, outcome: &Extended) -> String {
    match outcome {
        Extended::Extended { .. } => (texts.extended)(key),
        Extended::NotOwner => (texts.not_owner)(key),
        Extended::Expired => (texts.had_expired)(key),
        Extended::LeaseOver => (texts.lease_over)(key),
        Extended::NoQuorum { yes, needed } => {
            (texts.no_quorum)(key, &yes.to_string(), &needed.to_string())
        }
        Extended::Refused { text, .. } => (texts.refused)(&lossy(text)),
        Extended::Indeterminate => (texts.unanswered)(key),
    }
}

fn released(texts: &Texts, key: &str, outcome: &Released) -> String {
    match outcome {
        Released::Released => (texts.released)(key),
        Released::NotOwner => (texts.not_owner)(key),
        Released::Expired => (texts.had_expired)(key),
        Released::StillHeld { holds } => (texts.still_held)(key, &holds.to_string()),
        Released::Refused { text, .. } => (texts.refused)(&lossy(text)),
        Released::Indeterminate => (texts.unanswered)(key),
    }
}

fn lost(texts: &Texts, key: &str, loss: Loss) -> String {
    let told = match loss {
        Loss::NotOwner => texts.not_owner,
        Loss::Expired => texts.had_expired,
        Loss::NoQuorum => texts.no_majority,
        Loss::LeaseOver => texts.lease_over,
        Loss::NotExtended => texts.not_extended,
    };
    told(key)
}
