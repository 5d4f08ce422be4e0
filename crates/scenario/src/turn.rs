//! One client taking one step.

mod fault;
mod line;
mod operation;
mod resource;
mod send;
mod watchdog;

use crate::client::Client;
use crate::node::Node;
use crate::shared::Shared;
use crate::{Cast, ClientIndex, Event, EventKind, Violation};
use lockstep_engine::ScriptHost;

/// One client taking one step: at most one command, or one local line.
pub(crate) struct Turn<'a> {
    pub(crate) cast: &'a Cast,
    pub(crate) host: &'a ScriptHost,
    pub(crate) now_ms: i64,
    pub(crate) client: ClientIndex,
    pub(crate) me: &'a mut Client,
    pub(crate) nodes: &'a mut [Node],
    pub(crate) shared: &'a mut Shared,
    pub(crate) events: &'a mut Vec<Event>,
    /// What becomes of the request that this step sends.
    pub(crate) fate: Fate,
}

/// What becomes of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Fate {
    /// It is applied and answered.
    Answered,
    /// It is lost on its way.
    RequestLost,
    /// It is applied, and its answer is lost.
    ReplyLost,
}

impl Turn<'_> {
    /// The main thread takes a step.
    pub(crate) fn take(mut self) {
        let client = self.client;
        let when = self.me.outlook(self.cast, client).main;
        if !when.is_now(self.now_ms, self.nodes) {
            return self.cannot_go_on();
        }
        self.me.started = true;
        self.me.paused = false;
        self.me.busy_until_ms = None;
        if self.me.running.is_some() {
            self.go_on();
        } else if self.me.blocked {
            self.unblock();
        } else {
            self.line();
        }
        self.settle();
    }

    /// It was chosen, and has nothing to do.
    pub(crate) fn cannot_go_on(&mut self) {
        let client = self.client;
        self.happened(if self.me.finished {
            EventKind::AtItsEnd { client }
        } else {
            EventKind::StillWaiting { client }
        });
    }

    /// The client's own monotonic time.
    pub(crate) fn client_now_ms(&self) -> u64 {
        self.me.own_ms(self.now_ms)
    }

    pub(crate) fn happened(&mut self, kind: EventKind) {
        self.events.push(Event { at_ms: self.now_ms, kind });
    }

    pub(crate) fn violated(&mut self, violation: Violation) {
        if self.cast.properties.contains(&violation.property()) {
            self.happened(EventKind::Violated(violation));
        }
    }

    pub(crate) fn finish(&mut self) {
        let client = self.client;
        self.me.finished = true;
        self.me.busy_until_ms = None;
        self.me.beside.clear();
        self.shared.ended.insert(client);
        self.happened(EventKind::Finished { client });
    }
}
