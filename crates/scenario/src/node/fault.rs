//! What can happen to a server.

use super::{Mail, Node, Server};
use crate::{Cast, ClientIndex, Disk, NodeEvent};
use lockstep_engine::{Keep, Output, ScriptHost};

impl Node {
    /// A replica applies one more write.
    pub(crate) fn replicate(&mut self, host: &ScriptHost, replica: usize, now_ms: i64) {
        let mut output = Output::default();
        let now_ms = now_ms.saturating_add(self.ahead_ms);
        if let Server::Replicated(set) = &mut self.server {
            set.replicate(host, replica, 1, now_ms, &mut output);
        }
        self.deliver(output);
    }

    /// The primary is lost; a replica takes its place, with what it has.
    pub(crate) fn promote(&mut self, cast: &Cast, host: &ScriptHost, replica: usize, now_ms: i64) {
        let mut output = Output::default();
        let server_now_ms = now_ms.saturating_add(self.ahead_ms);
        if let Server::Replicated(set) = &mut self.server {
            let closed = set.promote(host, replica, server_now_ms, &mut output);
            for connection in closed {
                self.mail.entry(connection).or_default().push_back(Mail::Closed);
            }
        }
        self.deliver(output);
        self.forget_lost_locks(cast, now_ms);
    }

    /// Something happens to it.
    pub(crate) fn happens(
        &mut self,
        cast: &Cast,
        host: &ScriptHost,
        event: NodeEvent,
        now_ms: i64,
    ) {
        match event {
            NodeEvent::Replicate { replica } => self.replicate(host, replica, now_ms),
            NodeEvent::Promote { replica } => {
                self.promote(cast, host, replica, now_ms);
                self.hang_up(cast);
            }
            NodeEvent::Down => self.down = true,
            NodeEvent::Up => self.down = false,
            NodeEvent::Restart => {
                self.restart(cast, now_ms);
                self.hang_up(cast);
            }
            NodeEvent::Jump { by_ms } => {
                let by_ms = i64::try_from(by_ms).unwrap_or(i64::MAX);
                self.ahead_ms = self.ahead_ms.saturating_add(by_ms);
                self.expire(cast, host, now_ms);
            }
            NodeEvent::Cut(client) => self.cut.insert(client),
            NodeEvent::Join(client) => self.cut.remove(client),
        }
    }

    /// A connection ends with its server.
    fn hang_up(&mut self, cast: &Cast) {
        (0..cast.clients.len()).for_each(|client| self.hung_up.insert(ClientIndex(client)));
    }

    /// Restarts with what its disk has.
    pub(crate) fn restart(&mut self, cast: &Cast, now_ms: i64) {
        let keep = match (cast.disk, &self.saved) {
            (Disk::None, _) => Keep::Nothing,
            (Disk::Everysec, Some(saved)) => Keep::From(saved),
            (Disk::Everysec | Disk::Always, _) => Keep::Everything,
        };
        let closed = match &mut self.server {
            Server::Alone(state) => state.restart(keep),
            Server::Replicated(set) => set.restart(keep),
        };
        for connection in closed {
            self.mail.entry(connection).or_default().push_back(Mail::Closed);
        }
        self.forget_lost_locks(cast, now_ms);
    }

    fn forget_lost_locks(&mut self, cast: &Cast, now_ms: i64) {
        let mut owners = std::mem::take(&mut self.owners);
        owners.retain(|lock, _| self.lock_key(cast, *lock, now_ms).is_some());
        self.owners = owners;
    }
}
