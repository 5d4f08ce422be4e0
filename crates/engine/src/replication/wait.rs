//! Who has a connection's last write.

use super::Replication;
use crate::call::Call;
use crate::{CommandError, ConnectionId, Message, Output, ScriptHost, State};
use lockstep_resp::{Blob, Reply};
use std::collections::VecDeque;

/// What a blocked `WAIT` waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Wait {
    /// How many writes of the log must have arrived.
    offset: usize,
    /// At how many replicas.
    replicas: i64,
}

impl Call<'_> {
    /// How many replicas have what this connection wrote; an error on a replica.
    pub(crate) fn acknowledged(&self) -> Result<i64, CommandError> {
        if self.state.is_replica() {
            let text = b"ERR WAIT cannot be used with replica instances. Please also note \
                that since Redis 4.0 if a replica is configured to be writable (which is not \
                the default) writes to replicas are just local and are not propagated.";
            return Err(CommandError::Text(Blob::from(&text[..])));
        }
        let primary = self.state.primary_ref();
        let count = primary.map(|primary| primary.acknowledged(primary.offset(self.connection)));
        Ok(count.unwrap_or(0))
    }

    /// Makes the connection wait until `replicas` of them, more than the
    /// `acknowledged`, have what it wrote, or until `deadline_ms` is over.
    pub(crate) fn block_for_replicas(
        &mut self,
        replicas: i64,
        acknowledged: i64,
        deadline_ms: Option<i64>,
    ) -> Option<Reply> {
        let reply = self.block(&[], deadline_ms, Reply::Integer(acknowledged));
        let offset = self.state.primary_ref().map(|primary| primary.offset(self.connection));
        let open = self.state.connections.get_mut(&self.connection);
        if reply.is_none()
            && let Some(blocked) = open.and_then(|open| open.blocked.as_mut())
        {
            blocked.wait = offset.map(|offset| Wait { offset, replicas });
        }
        reply
    }
}

impl State {
    /// Notes that a replica has so many writes more. Answers each `WAIT` that
    /// has been waiting for that, in the order of connections, and then runs
    /// what they sent meanwhile.
    pub(super) fn acknowledge(
        &mut self,
        host: &ScriptHost,
        replica: usize,
        writes: usize,
        now_ms: i64,
        output: &mut Output,
    ) {
        let Some(Replication::Primary(primary)) = self.replication.as_deref_mut() else { return };
        primary.acknowledge(replica, writes);
        let mut satisfied = Vec::new();
        for (&connection, open) in self.connections.iter_mut() {
            let Some(wait) = open.blocked.as_ref().and_then(|blocked| blocked.wait) else {
                continue;
            };
            let reply = Reply::Integer(primary.acknowledged(wait.offset));
            if primary.acknowledged(wait.offset) >= wait.replicas {
                satisfied.push((connection, reply));
            } else if let Some(blocked) = &mut open.blocked {
                blocked.on_timeout = reply;
            }
        }
        let gone = primary.trim();
        let unblocked: VecDeque<ConnectionId> = satisfied.iter().map(|(id, _)| *id).collect();
        for (connection, reply) in satisfied {
            self.end_wait(connection, reply, output);
        }
        self.trim_waits(gone);
        self.serve_blocked(host, now_ms, unblocked, output);
    }

    fn end_wait(&mut self, connection: ConnectionId, reply: Reply, output: &mut Output) {
        let Some(open) = self.connections.get_mut(&connection) else { return };
        let Some(blocked) = open.blocked.take() else { return };
        open.shrink();
        self.blocked.remove(connection, &blocked);
        output.messages.push(Message { connection, reply });
    }

    /// Counts the offsets that are waited for from the new front of the log.
    fn trim_waits(&mut self, gone: usize) {
        for open in self.connections.values_mut() {
            if open.blocked.is_some()
                && let Some(wait) = open.blocked.as_mut().and_then(|b| b.wait.as_mut())
            {
                wait.offset = wait.offset.saturating_sub(gone);
            }
        }
    }
}
