//! A server that goes down and comes up again.

use crate::connection::Connection;
use crate::databases::Databases;
use crate::queue::Queue;
use crate::script_bodies::ScriptBodies;
use crate::subscriptions::Subscribers;
use crate::transaction::Watchers;
use crate::{ConnectionId, State};

/// What a server still has of its keys after a restart.
#[derive(Clone, Copy, Debug)]
pub enum Keep<'a> {
    /// Each write was on disk before its reply left (`appendfsync always`).
    Everything,
    /// What it had at an earlier moment, when its disk last got everything
    /// (`appendfsync everysec`).
    From(&'a State),
    /// Keys were in memory only.
    Nothing,
}

impl State {
    /// Restarts the server. Keys are kept or not, with their expiries; scripts
    /// are forgotten in any case.
    ///
    /// Each connection that was open is open again under its id, and fresh: on
    /// database 0, in RESP2, with nothing queued, watched, subscribed to or
    /// waited for. Answers those that were blocked, in order: what they sent is
    /// never answered.
    pub fn restart(&mut self, keep: Keep<'_>) -> Vec<ConnectionId> {
        match keep {
            Keep::Everything => {}
            Keep::From(saved) => self.databases.clone_from(&saved.databases),
            Keep::Nothing => self.databases = Databases::default(),
        }
        self.scripts = ScriptBodies::default();
        let open = self.connections.iter();
        let blocked = open.filter(|(_, open)| open.blocked.is_some()).map(|(id, _)| *id);
        let blocked = blocked.collect();
        self.reopen(self.connections.keys().copied().collect());
        blocked
    }

    /// Has these connections, fresh, instead of those that it had.
    pub(crate) fn reopen(&mut self, connections: Vec<ConnectionId>) {
        let fresh = connections.into_iter().map(|id| (id, Connection::default()));
        self.connections = fresh.collect();
        self.watchers = Watchers::new();
        self.blocked = Queue::default();
        self.subscribers = Subscribers::default();
    }
}
