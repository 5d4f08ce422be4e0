//! A client's program, and how far the client is.

use super::Shown;
use lockstep_scenario::{Cast, Client, ClientIndex, EventKind, Line, Player, Status, Step, Word};

/// A line of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LineCard {
    pub(crate) text: String,
    /// How far it is indented, in characters.
    pub(crate) indent: usize,
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

/// The lines of a client's program.
pub(super) fn lines(player: &Player, client: ClientIndex, status: Status) -> Vec<LineCard> {
    let cast = player.cast();
    let Some(of_cast) = cast.clients.get(client.0) else { return Vec::new() };
    let lines = &of_cast.program.lines;
    let done = done(player, client, lines);
    let next = next(player, client, lines, status);
    let card = |(number, line): (usize, &Line)| LineCard {
        text: line.text.clone(),
        indent: line.indent,
        place: match number {
            _ if next == Some(number) => Place::Next,
            _ if done.get(number).copied().unwrap_or_default() => Place::Done,
            _ => Place::Ahead,
        },
        command: command(cast, client, number),
    };
    lines.iter().enumerate().map(card).collect()
}

fn command(cast: &Cast, client: ClientIndex, line: usize) -> Option<Shown> {
    cast.command(client, line).map(|command| Shown::new(&command))
}

/// The line at which the client is: the work that it is busy with, or the one
/// that it takes next.
fn next(player: &Player, client: ClientIndex, lines: &[Line], status: Status) -> Option<usize> {
    let at = player.world().clients().get(client.0)?.position();
    match status {
        Status::Finished => None,
        Status::Working { .. } => {
            let work = at.checked_sub(1)?;
            lines.get(work).is_some_and(is_work).then_some(work)
        }
        _ => Some(at),
    }
}

/// Which lines the client has been through since it last began.
fn done(player: &Player, client: ClientIndex, lines: &[Line]) -> Vec<bool> {
    let mut done = vec![false; lines.len()];
    let mut from = 0;
    for at in 0..=player.at() {
        let client_now = player.world_at(at).and_then(|world| world.clients().get(client.0));
        let Some(to) = client_now.map(Client::position) else { break };
        if to < from {
            done.fill(false);
            from = 0;
        }
        let step = at.checked_sub(1).and_then(|before| player.timeline().get(before));
        let worked = step.is_some_and(|step| begins_work(step, client));
        walk(lines, from, to, worked, &mut done);
        from = to;
    }
    done
}

fn begins_work(step: &Step, client: ClientIndex) -> bool {
    let is_own =
        |kind: &EventKind| matches!(kind, EventKind::Working { client: c, .. } if *c == client);
    step.events.iter().any(|event| is_own(&event.kind))
}

/// From one line at which a client stands to the next: over conditions, whose
/// lines it may have left out, and work, which begins with the step before.
fn walk(lines: &[Line], from: usize, to: usize, worked: bool, done: &mut [bool]) {
    let mut at = from;
    while at < to.min(lines.len()) {
        done[at] = true;
        at = match lines[at].word {
            Word::If { otherwise, .. } if at < otherwise && otherwise <= to => {
                let inner = &lines[at + 1..otherwise.min(lines.len())];
                // It would have stood at anything else.
                if worked && inner.iter().all(is_work) { at + 1 } else { otherwise }
            }
            _ => at + 1,
        };
    }
}

fn is_work(line: &Line) -> bool {
    matches!(line.word, Word::Work { .. })
}
