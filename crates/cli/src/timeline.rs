//! A timeline as rows for people and for programs.

use anstyle::{AnsiColor, Style};
use lockstep_lock::{Extended, Released, Script};
use lockstep_resp::Command;
use lockstep_scenario::{
    Cast, Choice, ClientIndex, Event, EventKind, LockIndex, NodeEvent, NodeIndex, Player,
    ResourceIndex, STARTED_AT_MS, Unanswered, Written,
};
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
    /// The node, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<String>,
    /// The reply, as `redis-cli` prints it.
    #[serde(skip_serializing_if = "Option::is_none")]
    reply: Option<String>,
    /// Why there is no reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_reply: Option<&'static str>,
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
        rows.extend(told.map(|row| match (step.choice, &row.client) {
            (
                Choice::Watchdog(_) | Choice::LoseWatchdogRequest(_) | Choice::LoseWatchdogReply(_),
                Some(_),
            ) => row.by_watchdog(),
            _ => row,
        }));
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
        let node = row.node.as_ref().map_or_else(String::new, |node| format!("{node}: "));
        match (row.reply.as_deref().or(row.no_reply), &row.violates) {
            (Some(reply), _) => writeln!(out, "{:<width$}  {node}{reply}", row.what)?,
            (None, Some(_)) => writeln!(out, "{red}! {}{red:#}", row.what)?,
            (None, None) => writeln!(out, "{node}{}", row.what)?,
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
        Self { step, at_ms, client, what, node: None, reply: None, no_reply: None, violates: None }
    }

    /// It was the client's watchdog, beside its work.
    fn by_watchdog(self) -> Self {
        Self { what: format!("watchdog: {}", self.what), ..self }
    }
}

fn row(step: usize, event: &Event, cast: &Cast) -> Option<Row> {
    let row = |client: Option<ClientIndex>, what: String| {
        let client = client.map(|client| cast.name(client).to_owned());
        Row::new(step, event.at_ms, client, what)
    };
    Some(match &event.kind {
        EventKind::Command { client, node, command, reply } => {
            let reply = reply.as_ref().map(ToString::to_string);
            let no_reply = reply.is_none().then_some("no reply yet");
            let node = node_name(cast, *node);
            Row { node, reply, no_reply, ..row(Some(*client), command_text(command)) }
        }
        EventKind::Lost { client, node, command, why } => {
            let (node, no_reply) = (node_name(cast, *node), Some(unanswered(*why)));
            Row { node, no_reply, ..row(Some(*client), command_text(command)) }
        }
        EventKind::Arrived { client, node, reply } => {
            let told = match reply {
                Some(reply) => format!("receives {reply}"),
                None => "loses its connection".to_owned(),
            };
            Row { node: node_name(cast, *node), ..row(Some(*client), told) }
        }
        EventKind::Violated(violation) => {
            let violates = Some(violation.property().to_string());
            Row { violates, ..row(None, violation.sentence(cast)) }
        }
        EventKind::Key { node, key, name: "expired", .. } => {
            let key = String::from_utf8_lossy(key);
            Row { node: node_name(cast, *node), ..row(None, format!("{key} expires")) }
        }
        EventKind::Node { node, event } => row(None, node_event(cast, *node, *event)),
        kind => {
            let (client, what) = sentence(kind, cast)?;
            row(Some(client), what)
        }
    })
}

/// The command; one of the lock library's scripts by its name.
fn command_text(command: &Command) -> String {
    let Some(script) = Script::called_by(command) else { return command.to_string() };
    let mut words: Vec<&[u8]> = command.as_slices();
    words[1] = script.name.as_bytes();
    Command::new(words).to_string()
}

/// What a client did or learned; nothing where its commands say it already.
fn sentence(kind: &EventKind, cast: &Cast) -> Option<(ClientIndex, String)> {
    let since = |at_ms: &i64| seconds(at_ms - STARTED_AT_MS);
    Some(match kind {
        EventKind::Paused { client, since_ms } => {
            (*client, format!("was paused since {}", since(since_ms)))
        }
        EventKind::Acquired { client, outcome: Err(error), .. } => (*client, error.to_string()),
        EventKind::WillRetry { client, at_ms, .. } => {
            (*client, format!("tries again at {}", since(at_ms)))
        }
        EventKind::Extended { client, outcome, .. } => (*client, extended(outcome)?),
        EventKind::Released { client, outcome, .. } => (*client, released(outcome)?),
        EventKind::LostLock { client, lock, loss } => {
            (*client, format!("has lost {}: {loss}", lock_name(cast, *lock)))
        }
        EventKind::NothingHeld { client, lock } => {
            (*client, format!("holds no {}", lock_name(cast, *lock)))
        }
        EventKind::Entered { client, section } => (*client, format!("enters {section}")),
        EventKind::Left { client, section } => (*client, format!("leaves {section}")),
        EventKind::Working { client, until_ms } => {
            (*client, format!("works until {}", since(until_ms)))
        }
        EventKind::Thought { client } => (*client, "thinks".to_owned()),
        EventKind::Read { client, row, value, written: Written::Done } => {
            (*client, format!("reads {}: {value}", resource(cast, *row)))
        }
        EventKind::Read { client, row, written: Written::Refused, .. } => {
            (*client, format!("wants to read {} and is refused", resource(cast, *row)))
        }
        EventKind::Wrote { client, row, value, written } => {
            (*client, format!("writes {value} to {}{}", resource(cast, *row), refused(*written)))
        }
        EventKind::Inserted { client, table, name, written } => (
            *client,
            format!("inserts {name} into {}{}", resource(cast, *table), refused(*written)),
        ),
        EventKind::Took { client, queue, left, written: Written::Done } => {
            (*client, format!("takes a job from {}, {left} left", resource(cast, *queue)))
        }
        EventKind::Took { client, queue, written: Written::Refused, .. } => {
            (*client, format!("finds no job in {}", resource(cast, *queue)))
        }
        EventKind::Crashed { client } => (*client, "crashes".to_owned()),
        EventKind::ClockJumped { client, by_ms } => (*client, clock_jump(*by_ms)),
        EventKind::Finished { client } => (*client, "is done".to_owned()),
        EventKind::StillWaiting { client } => (*client, "is still waiting".to_owned()),
        EventKind::AtItsEnd { client } => (*client, "is at its end already".to_owned()),
        EventKind::Acquired { outcome: Ok(_), .. }
        | EventKind::Command { .. }
        | EventKind::Lost { .. }
        | EventKind::Arrived { .. }
        | EventKind::Node { .. }
        | EventKind::Key { .. }
        | EventKind::Violated(_) => return None,
    })
}

/// A client's clock that falls behind, or jumps ahead.
fn clock_jump(by_ms: i64) -> String {
    let how = if by_ms < 0 { "falls behind" } else { "jumps ahead" };
    format!("has a clock that {how} by {} ms", by_ms.saturating_abs())
}

/// The node, where there are several.
fn node_name(cast: &Cast, node: NodeIndex) -> Option<String> {
    (cast.node_count() > 1).then(|| cast.node_name(node))
}

fn node_event(cast: &Cast, node: NodeIndex, event: NodeEvent) -> String {
    let node = cast.node_name(node);
    match event {
        NodeEvent::Replicate { replica } => format!("replica {} applies one write", replica + 1),
        NodeEvent::Promote { replica } => {
            format!("the primary is lost, replica {} takes its place", replica + 1)
        }
        NodeEvent::Down => format!("{node} goes down"),
        NodeEvent::Up => format!("{node} is up again"),
        NodeEvent::Restart => format!("{node} restarts"),
        NodeEvent::Jump { by_ms } => format!("the clock of {node} jumps ahead by {by_ms} ms"),
        NodeEvent::Cut(client) => format!("{} cannot reach {node}", cast.name(client)),
        NodeEvent::Join(client) => format!("{} can reach {node} again", cast.name(client)),
    }
}

fn unanswered(why: Unanswered) -> &'static str {
    match why {
        Unanswered::RequestLost => "the request is lost",
        Unanswered::ReplyLost => "applied, and the reply is lost",
        Unanswered::Unreachable => "cannot be reached",
    }
}

fn refused(written: Written) -> &'static str {
    match written {
        Written::Done => "",
        Written::Refused => ": refused",
    }
}

fn lock_name(cast: &Cast, lock: LockIndex) -> &str {
    cast.locks.get(lock.0).map_or("", |lock| &lock.name)
}

fn resource(cast: &Cast, resource: ResourceIndex) -> &str {
    cast.resources.get(resource.0).map_or("", |resource| &resource.name)
}

fn extended(outcome: &Extended) -> Option<String> {
    match outcome {
        Extended::Extended { .. } => None,
        Extended::NotOwner => Some("has lost the lock: another holds it".to_owned()),
        Extended::Expired => Some("has lost the lock: it has ended".to_owned()),
        Extended::LeaseOver => Some("may not keep the lock any longer".to_owned()),
        Extended::NoQuorum { yes, needed } => {
            Some(format!("has lost the lock: {yes} nodes have it, {needed} are needed"))
        }
        Extended::Refused { text, .. } => Some(String::from_utf8_lossy(text).into_owned()),
        Extended::Indeterminate => Some("got no answer".to_owned()),
    }
}

fn released(outcome: &Released) -> Option<String> {
    match outcome {
        Released::Released => None,
        Released::NotOwner => Some("had lost the lock: another holds it".to_owned()),
        Released::Expired => Some("had lost the lock: it has ended".to_owned()),
        Released::StillHeld { holds } => Some(format!("still holds the lock {holds} times")),
        Released::Refused { text, .. } => Some(String::from_utf8_lossy(text).into_owned()),
        Released::Indeterminate => Some("got no answer".to_owned()),
    }
}
