//! Sending a command, and watching what it does to the locks.

use super::Turn;
use crate::{ClientIndex, Event, EventKind, LockIndex, Property, Violation};
use lockstep_engine::{KeyEvent, Output};
use lockstep_resp::{Command, Reply};

impl Turn<'_> {
    /// Applies one command. Nothing answers only where the engine has no reply
    /// for it, such as for a command without words.
    pub(super) fn send(&mut self, command: &Command) -> Option<Reply> {
        let (client, now_ms) = (self.client, self.world.now_ms);
        let connection = self.me().connection;
        let mut output = Output::default();
        let words = command.as_slices();
        self.world.node.submit(self.host, connection, &words, now_ms, &mut output);
        let reply = output.messages.into_iter().find(|m| m.connection == connection)?.reply;
        let (command, answer) = (command.clone(), reply.clone());
        self.happened(EventKind::Command { client, command, reply: answer });
        for event in output.events {
            self.key_event(event);
        }
        self.forget_vanished_locks();
        Some(reply)
    }

    fn key_event(&mut self, event: KeyEvent) {
        let by_time = event.name == "expired";
        let by = (!by_time).then_some(self.client);
        let lock = self.cast.lock_by_key(&event.key).filter(|_| event.db == 0);
        let kind = EventKind::Key { key: event.key, name: event.name, by };
        self.events.push(Event { at_ms: event.at_ms, kind });
        let Some(lock) = lock else { return };
        match event.name {
            "expired" => _ = self.world.owners.remove(&lock),
            "del" => self.deleted(lock),
            "set" => _ = self.world.owners.insert(lock, self.client),
            _ => _ = self.world.owners.entry(lock).or_insert(self.client),
        }
    }

    fn deleted(&mut self, lock: LockIndex) {
        let by = self.client;
        if let Some(owner) = self.world.owners.remove(&lock)
            && owner != by
        {
            self.violated(Violation::ForeignRelease { by, owner, lock });
        }
    }

    /// `FLUSHALL` deletes without an event for each key.
    fn forget_vanished_locks(&mut self) {
        let (node, now_ms) = (&self.world.node, self.world.now_ms);
        let key = |lock: LockIndex| &self.cast.locks[lock.0].key;
        let held = self.world.owners.keys().copied();
        let gone = held.filter(|lock| node.key(0, key(*lock), now_ms).is_none());
        for lock in gone.collect::<Vec<_>>() {
            self.deleted(lock);
        }
    }

    pub(super) fn tell_immortal_locks(&mut self) {
        let (node, now_ms) = (&self.world.node, self.world.now_ms);
        let for_ever = |lock: LockIndex| {
            let key = node.key(0, &self.cast.locks[lock.0].key, now_ms);
            key.is_some_and(|key| key.expire_at_ms.is_none())
        };
        let ended = |owner: ClientIndex| self.world.clients[owner.0].finished;
        let owners = self.world.owners.iter().map(|(lock, owner)| (*lock, *owner));
        let immortal = owners.filter(|(lock, owner)| ended(*owner) && for_ever(*lock));
        let immortal: Vec<_> = immortal.collect();
        let known = std::mem::take(&mut self.world.immortal);
        self.world.immortal = immortal.iter().map(|(lock, _)| *lock).collect();
        for (lock, owner) in immortal.into_iter().filter(|(lock, _)| !known.contains(lock)) {
            self.violated(Violation::ImmortalLock { owner, lock });
        }
    }

    pub(super) fn violated(&mut self, violation: Violation) {
        let watched: &[Property] = &self.cast.properties;
        if watched.contains(&violation.property()) {
            self.happened(EventKind::Violated(violation));
        }
    }
}
