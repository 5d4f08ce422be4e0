//! A timeline as rows for people and for programs.

use anstyle::{AnsiColor, Style};
use lockstep_lock::{Extended, Released, Script};
use lockstep_resp::Command;
use lockstep_scenario::{Cast, Choice, Event, EventKind, Player, STARTED_AT_MS};
use serde::Serialize;
use std::io::{self, Write};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Row {
    /// The step, counted from 1.
    step: usize,
    /// Milliseconds since the scenario began.
    at_ms: i64,
    /// The client; `None` for time and the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    client: Option<String>,
    /// A command, or a sentence.
    what: String,
    /// The reply, as `redis-cli` prints it.
    #[serde(skip_serializing_if = "Option::is_none")]
    reply: Option<String>,
    /// The property that this violates.
    #[serde(skip_serializing_if = "Option::is_none")]
    violates: Option<String>,
}

/// Everything that has happened up to where the player is.
pub(crate) fn rows(player: &Player) -> Vec<Row> {
    let mut rows = Vec::new();
    for (index, step) in player.timeline().iter().enumerate() {
        let number = index + 1;
        if let Choice::Time { by_ms } = step.choice {
            rows.push(Row::new(number, step.to_ms, None, format!("{by_ms} ms pass")));
        }
        let told = step.events.iter().filter_map(|event| row(number, event, player.cast()));
        rows.extend(told);
    }
    rows
}

/// The rows as a table.
pub(crate) fn print(rows: &[Row], out: &mut impl Write) -> io::Result<()> {
    let width = rows.iter().map(|row| row.what.chars().count()).max().unwrap_or(0);
    let (dim, red) = (Style::new().dimmed(), AnsiColor::Red.on_default().bold());
    let mut last = 0;
    for row in rows {
        let step = if row.step == last { String::new() } else { row.step.to_string() };
        last = row.step;
        let time = seconds(row.at_ms);
        let client = row.client.as_deref().unwrap_or("");
        write!(out, "{dim}{step:>4} {time:>10}{dim:#}  {client:<2} ")?;
        match (&row.reply, &row.violates) {
            (Some(reply), _) => writeln!(out, "{:<width$}  {reply}", row.what)?,
            (None, Some(_)) => writeln!(out, "{red}! {}{red:#}", row.what)?,
            (None, None) => writeln!(out, "{}", row.what)?,
        }
    }
    Ok(())
}

fn seconds(ms: i64) -> String {
    format!("{}.{:03} s", ms / 1000, ms % 1000)
}

impl Row {
    fn new(step: usize, at_ms: i64, client: Option<String>, what: String) -> Self {
        let at_ms = at_ms - STARTED_AT_MS;
        Self { step, at_ms, client, what, reply: None, violates: None }
    }
}

fn row(step: usize, event: &Event, cast: &Cast) -> Option<Row> {
    let (client, what) = match &event.kind {
        EventKind::Command { client, command, reply } => {
            let client = Some(cast.name(*client).to_owned());
            let row = Row::new(step, event.at_ms, client, command_text(command));
            return Some(Row { reply: Some(reply.to_string()), ..row });
        }
        EventKind::Violated(violation) => {
            let row = Row::new(step, event.at_ms, None, violation.sentence(cast));
            return Some(Row { violates: Some(violation.property().to_string()), ..row });
        }
        EventKind::Key { key, name: "expired", .. } => {
            let key = String::from_utf8_lossy(key);
            return Some(Row::new(step, event.at_ms, None, format!("{key} expires")));
        }
        // What the commands themselves say already.
        EventKind::Key { .. } | EventKind::Acquired { outcome: Ok(_), .. } => return None,
        EventKind::Paused { client, since_ms } => {
            let since = seconds(since_ms - STARTED_AT_MS);
            (client, format!("was paused since {since}"))
        }
        EventKind::Acquired { client, outcome: Err(error), .. } => (client, error.to_string()),
        EventKind::WillRetry { client, at_ms, .. } => {
            (client, format!("tries again at {}", seconds(at_ms - STARTED_AT_MS)))
        }
        EventKind::Extended { client, outcome, .. } => (client, extended(outcome)?),
        EventKind::Released { client, outcome, .. } => (client, released(outcome)?),
        EventKind::NothingHeld { client, lock } => {
            let lock = cast.locks.get(lock.0).map_or("", |lock| &lock.name);
            (client, format!("holds no {lock}"))
        }
        EventKind::Entered { client, section } => (client, format!("enters {section}")),
        EventKind::Left { client, section } => (client, format!("leaves {section}")),
        EventKind::Working { client, until_ms } => {
            (client, format!("works until {}", seconds(until_ms - STARTED_AT_MS)))
        }
        EventKind::Finished { client } => (client, "is done".to_owned()),
        EventKind::StillWaiting { client } => (client, "is still waiting".to_owned()),
    };
    Some(Row::new(step, event.at_ms, Some(cast.name(*client).to_owned()), what))
}

/// The command; one of the lock library's scripts by its name.
fn command_text(command: &Command) -> String {
    let Some(script) = Script::called_by(command) else { return command.to_string() };
    let mut words: Vec<&[u8]> = command.as_slices();
    words[1] = script.name.as_bytes();
    Command::new(words).to_string()
}

fn extended(outcome: &Extended) -> Option<String> {
    match outcome {
        Extended::Extended { .. } => None,
        Extended::NotOwner => Some("has lost the lock: another holds it".to_owned()),
        Extended::Expired => Some("has lost the lock: it has ended".to_owned()),
        Extended::Refused { text } => Some(String::from_utf8_lossy(text).into_owned()),
        Extended::Indeterminate => Some("got no answer".to_owned()),
    }
}

fn released(outcome: &Released) -> Option<String> {
    match outcome {
        Released::Released => None,
        Released::NotOwner => Some("had lost the lock: another holds it".to_owned()),
        Released::Expired => Some("had lost the lock: it has ended".to_owned()),
        Released::Refused { text } => Some(String::from_utf8_lossy(text).into_owned()),
        Released::Indeterminate => Some("got no answer".to_owned()),
    }
}
