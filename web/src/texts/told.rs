//! What happened, in words.

use super::{Texts, of};
use crate::view::{self, Mover, Row, Shown, lock_key};
use lockstep_lesson::Lang;
use lockstep_lock::{AcquireError, Extended, Released};
use lockstep_resp::Blob;
use lockstep_scenario::{Cast, ClientIndex, EventKind, LockIndex, Property, Status, Violation};

/// How a client is.
pub(crate) fn status(lang: Lang, status: Status) -> String {
    let texts = of(lang);
    let at = |unix_ms| view::moment(view::moment_ms(unix_ms));
    match status {
        Status::NotStarted => texts.not_started.to_owned(),
        Status::Ready => texts.ready.to_owned(),
        Status::Paused { since_ms } => (texts.paused_since)(&at(since_ms)),
        Status::Working { until_ms } => (texts.working_until)(&at(until_ms)),
        Status::WaitingForLock { until_ms } => (texts.retry_at)(&at(until_ms)),
        Status::Finished => texts.finished.to_owned(),
    }
}

/// That a client has begun to stand still while time moved.
pub(crate) fn pause(lang: Lang, status: Status) -> Option<String> {
    matches!(status, Status::Paused { .. }).then(|| self::status(lang, status))
}

/// What must always hold.
pub(crate) fn property(lang: Lang, property: Property) -> &'static str {
    let texts = of(lang);
    match property {
        Property::MutualExclusion => texts.mutual_exclusion,
        Property::NoForeignRelease => texts.no_foreign_release,
        Property::NoImmortalLock => texts.no_immortal_lock,
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
    }
}

/// What an event means to its client, without the client's name: `enters
/// stock`. `None` for what is shown otherwise.
fn note(lang: Lang, cast: &Cast, event: &EventKind, at_ms: i64) -> Option<String> {
    let texts = of(lang);
    let key = |lock: &LockIndex| lock_key(cast, *lock);
    let moment = |unix_ms: &i64| view::moment(view::moment_ms(*unix_ms));
    Some(match event {
        EventKind::Paused { since_ms, .. } => {
            (texts.was_paused)(&view::seconds(at_ms.saturating_sub(*since_ms)))
        }
        EventKind::Acquired { lock, outcome, .. } => match outcome {
            Ok(_) => (texts.acquired)(&key(lock)),
            Err(AcquireError::Refused { text, .. }) => (texts.refused)(&lossy(text)),
            Err(AcquireError::Indeterminate { .. }) => (texts.unanswered)(&key(lock)),
            Err(_) => (texts.taken)(&key(lock)),
        },
        EventKind::WillRetry { at_ms, .. } => (texts.will_retry)(&moment(at_ms)),
        EventKind::Extended { lock, outcome, .. } => extended(texts, &key(lock), outcome),
        EventKind::Released { lock, outcome, .. } => released(texts, &key(lock), outcome),
        EventKind::NothingHeld { lock, .. } => (texts.nothing_held)(&key(lock)),
        EventKind::Entered { section, .. } => (texts.entered)(section),
        EventKind::Left { section, .. } => (texts.left)(section),
        EventKind::Working { until_ms, .. } => (texts.working)(&moment(until_ms)),
        EventKind::Finished { .. } => texts.ended.to_owned(),
        EventKind::StillWaiting { .. } => texts.still_waiting.to_owned(),
        EventKind::Command { .. } | EventKind::Key { .. } | EventKind::Violated(_) => return None,
    })
}

/// The notes of a row for the client that took the step.
pub(crate) fn notes(lang: Lang, cast: &Cast, row: &Row) -> Vec<String> {
    let events = row.events.iter();
    events.filter_map(|event| note(lang, cast, &event.kind, event.at_ms)).collect()
}

/// A step in sentences, for those who listen.
pub(crate) fn announcement(lang: Lang, cast: &Cast, row: &Row, steps: usize) -> String {
    let texts = of(lang);
    let (step, steps) = (row.step.to_string(), steps.to_string());
    let mut told = vec![format!("{}.", (texts.step_of)(&step, &steps))];
    if let Mover::Time { by_ms } = row.mover {
        told.push(format!("{}.", (texts.time_passes)(&view::seconds(by_ms))));
    }
    let name = row.client().map_or("", |client: ClientIndex| cast.name(client));
    for event in &row.events {
        match &event.kind {
            EventKind::Command { command, reply, .. } => {
                let command = Shown::new(command).line();
                told.push((texts.sends)(name, &command, &reply.to_string()));
            }
            EventKind::Key { key, name: "expired", .. } => {
                let moment = view::moment(view::moment_ms(event.at_ms));
                told.push(format!("{}.", (texts.expired)(&lossy(key), &moment)));
            }
            EventKind::Violated(what) => {
                let sentence = violation(lang, cast, what);
                told.push(format!("{}: {sentence}", texts.violated));
            }
            kind => {
                let note = note(lang, cast, kind, event.at_ms);
                told.extend(note.map(|note| format!("{name} {note}.")));
            }
        }
    }
    told.join(" ")
}

fn extended(texts: &Texts, key: &str, outcome: &Extended) -> String {
    match outcome {
        Extended::Extended { .. } => (texts.extended)(key),
        Extended::NotOwner => (texts.not_owner)(key),
        Extended::Expired => (texts.had_expired)(key),
        Extended::Refused { text } => (texts.refused)(&lossy(text)),
        Extended::Indeterminate => (texts.unanswered)(key),
    }
}

fn released(texts: &Texts, key: &str, outcome: &Released) -> String {
    match outcome {
        Released::Released => (texts.released)(key),
        Released::NotOwner => (texts.not_owner)(key),
        Released::Expired => (texts.had_expired)(key),
        Released::Refused { text } => (texts.refused)(&lossy(text)),
        Released::Indeterminate => (texts.unanswered)(key),
    }
}

fn lossy(text: &Blob) -> String {
    String::from_utf8_lossy(text).into_owned()
}
