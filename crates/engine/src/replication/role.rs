//! Which part a server plays in replication.

use super::log::Primary;
use crate::call::Caller;
use crate::command;
use crate::output::KeyEvent;
use crate::{CommandError, CommandFlags, CommandSpec, ConnectionId, State};
use lockstep_resp::{Blob, Reply};

/// The part that a server plays when it is not alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Replication {
    Primary(Primary),
    Replica,
}

impl Replication {
    /// The part of a primary with so many replicas; without any it is alone.
    pub(super) fn primary(replicas: usize) -> Option<Box<Self>> {
        (replicas > 0).then(|| Box::new(Self::Primary(Primary::new(replicas))))
    }
}

impl State {
    pub(super) fn primary_ref(&self) -> Option<&Primary> {
        match self.replication.as_deref()? {
            Replication::Primary(primary) => Some(primary),
            Replication::Replica => None,
        }
    }

    pub(super) fn primary_mut(&mut self) -> Option<&mut Primary> {
        match self.replication.as_deref_mut()? {
            Replication::Primary(primary) => Some(primary),
            Replication::Replica => None,
        }
    }

    /// Whether it only follows a primary.
    pub(crate) fn is_replica(&self) -> bool {
        matches!(self.replication.as_deref(), Some(Replication::Replica))
    }

    /// How many replicas it has.
    pub(crate) fn replicas(&self) -> usize {
        self.primary_ref().map_or(0, Primary::replicas)
    }

    /// What a replica says to a command that may write: no; else it may run.
    pub(crate) fn refuse_write(
        &self,
        spec: &'static CommandSpec,
    ) -> Result<&'static CommandSpec, CommandError> {
        if self.is_replica() && spec.flags.contains(CommandFlags::WRITE) {
            let text = b"READONLY You can't write against a read only replica.";
            return Err(CommandError::Text(Blob::from(&text[..])));
        }
        Ok(spec)
    }

    /// Writes down what a command did to keys, and how far the log was then. In
    /// Redis that is noted for every command that a client's connection ran,
    /// reading ones too, but not for those that were refused or queued.
    pub(crate) fn log_command(
        &mut self,
        connection: ConnectionId,
        caller: Caller,
        words: &[&[u8]],
        events: &[KeyEvent],
    ) {
        self.log_events(events);
        let open = self.connections.get(&connection);
        let is_queued = |queued: &[_]| !queued.is_empty();
        let was_run = caller == Caller::Client
            && open.is_some_and(|open| {
                !open.transaction.as_ref().is_some_and(|multi| is_queued(&multi.queued))
            })
            && command::resolve(self.version, caller, words).is_ok();
        if let Some(primary) = self.primary_mut().filter(|_| was_run) {
            primary.set_offset(connection);
        }
    }

    /// Writes down what happened to keys as one write.
    fn log_events(&mut self, events: &[KeyEvent]) {
        if let Some(Replication::Primary(primary)) = self.replication.as_deref_mut() {
            primary.append(&self.databases, events);
        }
    }

    /// Writes down that the time of keys was over, each by itself.
    pub(crate) fn log_expired(&mut self, events: &[KeyEvent]) {
        for event in events {
            self.log_events(std::slice::from_ref(event));
        }
    }

    /// What `ROLE` answers. Servers have no addresses here, and no count of
    /// bytes, so replicas have an empty address, and offsets are 0.
    pub(crate) fn role(&self) -> Reply {
        let (bulk, zero) = (|text: &str| Reply::bulk(text), Reply::Integer(0));
        if self.is_replica() {
            let address = [bulk(""), zero.clone()];
            let state = [bulk("connected"), zero];
            return Reply::Array([vec![bulk("slave")], address.into(), state.into()].concat());
        }
        let replica = || Reply::Array(vec![bulk(""), bulk("0"), bulk("0")]);
        let replicas = (0..self.replicas()).map(|_| replica()).collect();
        Reply::Array(vec![bulk("master"), zero, Reply::Array(replicas)])
    }

    /// The lines of `INFO replication` that can be told truly.
    pub(crate) fn replication_info(&self) -> String {
        let role = match self.is_replica() {
            true => "role:slave\r\nmaster_link_status:up\r\nslave_read_only:1\r\n",
            false => "role:master\r\n",
        };
        let replicas = self.replicas();
        format!("{role}connected_slaves:{replicas}\r\nmaster_repl_offset:0\r\n")
    }
}
