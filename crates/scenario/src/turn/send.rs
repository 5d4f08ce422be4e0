//! Sending a command, and watching what it does to the locks.

use super::{Fate, Turn};
use crate::node::Mail;
use crate::{Event, EventKind, LockIndex, Unanswered, Violation};
use lockstep_engine::{ConnectionId, KeyEvent};
use lockstep_lock::NodeIndex;
use lockstep_resp::{Command, Reply};

/// What became of a command.
pub(super) enum Sent {
    /// It was answered.
    Answered(Reply),
    /// No answer will come.
    Lost,
    /// The answer comes later.
    Later,
}

impl Turn<'_> {
    /// Sends one command on the client's connection.
    pub(super) fn send(&mut self, node: NodeIndex, command: &Command) -> Sent {
        let client = self.client;
        let Some(target) = self.nodes.get_mut(usize::from(node.0)) else {
            return Sent::Lost;
        };
        let why = match self.fate {
            _ if !target.reaches(client) => Some(Unanswered::Unreachable),
            Fate::RequestLost => Some(Unanswered::RequestLost),
            Fate::ReplyLost => Some(Unanswered::ReplyLost),
            Fate::Answered => None,
        };
        let command = command.clone();
        if let Some(why @ (Unanswered::Unreachable | Unanswered::RequestLost)) = why {
            self.lost(node, command, why);
            return Sent::Lost;
        }
        target.hung_up.remove(client);
        let connection = self.me.connections.main;
        let applied = target.submit(self.host, connection, &command, self.now_ms);
        if let Some(why) = why {
            self.lost(node, command, why);
            self.watch(node, applied.events);
            self.nodes[usize::from(node.0)].drop_mail(connection);
            return Sent::Lost;
        }
        let reply = applied.reply.clone();
        self.happened(EventKind::Command { client, node, command, reply });
        self.watch(node, applied.events);
        applied.reply.map_or(Sent::Later, Sent::Answered)
    }

    pub(super) fn lost(&mut self, node: NodeIndex, command: Command, why: Unanswered) {
        let client = self.client;
        self.happened(EventKind::Lost { client, node, command, why });
    }

    /// Takes an answer that came late; `None` if the connection was closed.
    pub(super) fn take_mail(&mut self, node: NodeIndex, connection: ConnectionId) -> Option<Reply> {
        let client = self.client;
        let mail = self.nodes.get_mut(usize::from(node.0))?.take_mail(connection)?;
        match mail {
            Mail::Reply(reply) => {
                let told = reply.clone();
                self.happened(EventKind::Arrived { client, node, reply: Some(told) });
                Some(reply)
            }
            Mail::Closed => {
                self.happened(EventKind::Arrived { client, node, reply: None });
                None
            }
        }
    }

    /// Sees what a command did to keys.
    pub(super) fn watch(&mut self, node: NodeIndex, events: Vec<KeyEvent>) {
        for event in events {
            self.key_event(node, event);
        }
        self.forget_vanished_locks(node);
    }

    fn key_event(&mut self, node: NodeIndex, event: KeyEvent) {
        let by_time = event.name == "expired";
        let by = (!by_time).then_some(self.client);
        let lock = self.cast.lock_by_key(&event.key).filter(|_| event.db == 0);
        let kind = EventKind::Key { node, key: event.key, name: event.name, by };
        self.events.push(Event { at_ms: event.at_ms, kind });
        let Some(lock) = lock else { return };
        let owners = &mut self.nodes[usize::from(node.0)].owners;
        match event.name {
            "expired" => _ = owners.remove(&lock),
            "del" => self.deleted(node, lock),
            "set" => _ = owners.insert(lock, self.client),
            _ => _ = owners.entry(lock).or_insert(self.client),
        }
    }

    fn deleted(&mut self, node: NodeIndex, lock: LockIndex) {
        let by = self.client;
        if let Some(owner) = self.nodes[usize::from(node.0)].owners.remove(&lock)
            && owner != by
        {
            self.violated(Violation::ForeignRelease { by, owner, lock });
        }
    }

    /// `FLUSHALL` deletes without an event for each key.
    fn forget_vanished_locks(&mut self, node: NodeIndex) {
        let target = &self.nodes[usize::from(node.0)];
        let held = target.owners.keys().copied();
        let gone = held.filter(|lock| target.lock_key(self.cast, *lock, self.now_ms).is_none());
        for lock in gone.collect::<Vec<_>>() {
            self.deleted(node, lock);
        }
    }
}
