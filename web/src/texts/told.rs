//! What happened, in words.

use super::notes::note;
use super::{lossy, node_event, of, unanswered, violation};
use crate::view::{self, Answer, Mover, Row, Sent, node_name};
use lockstep_lesson::Lang;
use lockstep_scenario::{Cast, EventKind, Status};

/// How a client is.
pub(crate) fn status(lang: Lang, status: Status) -> String {
    let texts = of(lang);
    let at = |unix_ms| view::moment(view::moment_ms(unix_ms));
    match status {
        Status::NotStarted => texts.not_started.to_owned(),
        Status::Ready => texts.ready.to_owned(),
        Status::Paused { since_ms } => (texts.paused_since)(&at(since_ms)),
        Status::Working { until_ms } => (texts.working_until)(&at(until_ms)),
        Status::WaitingForLock { until_ms: Some(until_ms) } => (texts.waits_until)(&at(until_ms)),
        Status::WaitingForLock { until_ms: None } => texts.waits.to_owned(),
        Status::Finished => texts.finished.to_owned(),
    }
}

/// That a client has begun to stand still while time moved.
pub(crate) fn pause(lang: Lang, status: Status) -> Option<String> {
    matches!(status, Status::Paused { .. }).then(|| self::status(lang, status))
}

/// How far the clock of a client is off, if it is.
pub(crate) fn clock(lang: Lang, ahead_ms: i64) -> Option<String> {
    let texts = of(lang);
    let told = if ahead_ms < 0 { texts.clock_behind } else { texts.ahead };
    (ahead_ms != 0).then(|| told(&view::seconds(ahead_ms.saturating_abs())))
}

/// Who took a step; nobody for time and nodes.
pub(crate) fn mover(lang: Lang, cast: &Cast, mover: Mover) -> String {
    match mover {
        Mover::Client(client) => cast.name(client).to_owned(),
        Mover::Watchdog(client) => (of(lang).watchdog)(cast.name(client)),
        Mover::Time { .. } | Mover::Node(..) => String::new(),
    }
}

/// A step in sentences, for those who listen.
pub(crate) fn announcement(lang: Lang, cast: &Cast, row: &Row, steps: usize) -> String {
    let texts = of(lang);
    let (step, steps) = (row.step.to_string(), steps.to_string());
    let mut told = vec![format!("{}.", (texts.step_of)(&step, &steps))];
    if let Mover::Time { by_ms } = row.mover {
        told.push(format!("{}.", (texts.time_passes)(&view::seconds(by_ms))));
    }
    let name = mover(lang, cast, row.mover);
    for event in &row.events {
        match &event.kind {
            EventKind::Command { .. } | EventKind::Lost { .. } => {
                told.extend(row.sent.iter().map(|sent| self::sent(lang, cast, &name, sent)));
            }
            EventKind::Node { node, event } => {
                told.push(format!("{}.", node_event(lang, cast, *node, *event)));
            }
            EventKind::Key { node, key, name: "expired", .. } => {
                let moment = view::moment(view::moment_ms(event.at_ms));
                let several = cast.node_count() > 1;
                let node = several.then(|| format!("{}: ", cast.node_name(*node)));
                let expired = (texts.expired)(&lossy(key), &moment);
                told.push(format!("{}{expired}.", node.unwrap_or_default()));
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

fn sent(lang: Lang, cast: &Cast, name: &str, sent: &Sent) -> String {
    let (texts, node) = (of(lang), node_name(cast, sent.node));
    let answer = match &sent.answer {
        Answer::Reply(reply) => (texts.answers)(&node, reply),
        Answer::Later => format!("{}.", (texts.later)(&node)),
        Answer::None(why) => format!("{}.", unanswered(lang, cast, sent.node, *why)),
    };
    format!("{} {answer}", (texts.sends)(name, &sent.command.line()))
}
