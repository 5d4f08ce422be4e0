//! A client that ends where it stands, or whose clock is off.

use super::Turn;
use crate::EventKind;

impl Turn<'_> {
    /// The process is gone: what it had sent has arrived, what it would have
    /// sent has not, and whoever waits for it waits.
    pub(crate) fn crash(mut self) {
        let client = self.client;
        if self.me.finished {
            return self.cannot_go_on();
        }
        self.me.started = true;
        self.me.finished = true;
        self.me.paused = false;
        self.me.busy_until_ms = None;
        self.me.running = None;
        self.me.blocked = false;
        self.me.beside.clear();
        for section in &mut self.shared.sections {
            section.remove(client);
        }
        self.shared.ended.insert(client);
        self.happened(EventKind::Crashed { client });
    }

    /// Its clock shows so many milliseconds more from now on, or less.
    pub(crate) fn clock_jumps(mut self, by_ms: i64) {
        let client = self.client;
        if self.me.finished {
            return self.cannot_go_on();
        }
        self.me.clock_jumps(by_ms);
        self.happened(EventKind::ClockJumped { client, by_ms });
    }
}
