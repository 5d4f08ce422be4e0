//! One client taking one step.

mod operation;
mod watch;

use crate::client::Client;
use crate::{Cast, ClientIndex, Event, EventKind, Line, STARTED_AT_MS, Violation, Word, World};
use lockstep_engine::ScriptHost;

/// One client taking one step: at most one command, or one local line.
pub(crate) struct Turn<'a> {
    world: &'a mut World,
    cast: &'a Cast,
    host: &'a ScriptHost,
    client: ClientIndex,
    events: &'a mut Vec<Event>,
}

impl<'a> Turn<'a> {
    pub(crate) fn new(
        world: &'a mut World,
        cast: &'a Cast,
        host: &'a ScriptHost,
        client: ClientIndex,
        events: &'a mut Vec<Event>,
    ) -> Self {
        Self { world, cast, host, client, events }
    }

    pub(crate) fn take(mut self) {
        let client = self.client;
        let now_ms = self.world.now_ms;
        let ready = self.world.clients.get(client.0).is_some_and(|c| c.is_ready(now_ms));
        if !ready {
            return self.happened(EventKind::StillWaiting { client });
        }
        self.begin();
        if self.me().running.is_some() {
            self.go_on();
        } else if let Some(line) = self.cast.clients[client.0].program.lines.get(self.me().position)
        {
            self.line(line);
        }
        self.tell_immortal_locks();
    }

    fn me(&mut self) -> &mut Client {
        &mut self.world.clients[self.client.0]
    }

    /// The client's own monotonic time.
    fn client_now_ms(&self) -> u64 {
        u64::try_from(self.world.now_ms - STARTED_AT_MS).unwrap_or(0)
    }

    fn happened(&mut self, kind: EventKind) {
        let at_ms = self.world.now_ms;
        self.events.push(Event { at_ms, kind });
    }

    fn begin(&mut self) {
        let client = self.client;
        self.me().started = true;
        self.me().wait_until_ms = None;
        if let Some(since_ms) = self.me().paused_since_ms.take() {
            self.happened(EventKind::Paused { client, since_ms });
        }
    }

    fn line(&mut self, line: &'a Line) {
        let client = self.client;
        match &line.word {
            Word::Acquire { lock } => self.start(lock, Self::acquire),
            Word::Extend { lock } => self.start(lock, Self::extend),
            Word::Release { lock } => self.start(lock, Self::release),
            Word::Redis { command } => {
                self.send(command);
                self.next_line();
            }
            Word::Enter { section } => {
                self.enter(section);
                self.next_line();
            }
            Word::Leave { section } => {
                if let Some(inside) = self.world.sections.get_mut(section) {
                    inside.remove(&client);
                }
                self.world.sections.retain(|_, inside| !inside.is_empty());
                self.happened(EventKind::Left { client, section: section.clone() });
                self.next_line();
            }
            Word::Work { span } => {
                let length_ms = i64::try_from(span.as_ms()).unwrap_or(i64::MAX);
                let until_ms = self.world.now_ms.saturating_add(length_ms);
                self.me().wait_until_ms = Some(until_ms);
                self.happened(EventKind::Working { client, until_ms });
                self.next_line();
            }
            Word::Stop => self.finish(),
        }
    }

    fn enter(&mut self, section: &str) {
        let client = self.client;
        let inside = self.world.sections.entry(section.to_owned()).or_default();
        inside.insert(client);
        let clients: Vec<_> = inside.iter().copied().collect();
        let section = section.to_owned();
        self.happened(EventKind::Entered { client, section: section.clone() });
        if clients.len() > 1 {
            self.violated(Violation::MutualExclusion { section, clients });
        }
    }

    fn next_line(&mut self) {
        self.me().position += 1;
        let lines = self.cast.clients[self.client.0].program.lines.len();
        if self.me().position >= lines {
            self.finish();
        }
    }

    fn finish(&mut self) {
        let client = self.client;
        self.me().finished = true;
        self.me().wait_until_ms = None;
        self.happened(EventKind::Finished { client });
    }
}
