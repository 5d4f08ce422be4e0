//! Whether a client can go on, and when.

use super::{Client, Outgoing};
use crate::cast::Act;
use crate::node::Node;
use crate::{Cast, ClientIndex};
use lockstep_engine::ConnectionId;
use lockstep_lock::NodeIndex;

/// How a client is at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It has not begun.
    NotStarted,
    /// It can go on.
    Ready,
    /// It could have gone on since this Unix millisecond, but time has moved
    /// instead: a pause of the process, whatever the cause.
    Paused {
        /// Since when.
        since_ms: i64,
    },
    /// It is busy until this Unix millisecond.
    Working {
        /// Until when.
        until_ms: i64,
    },
    /// It did not get a lock, or an answer, and goes on at this Unix
    /// millisecond at the latest; `None` if only others can wake it.
    WaitingForLock {
        /// Until when.
        until_ms: Option<i64>,
    },
    /// It has come to its end.
    Finished,
}

/// When a thread of a client can take its next step: the part of it that
/// depends on nobody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct When {
    /// From this moment of the world's clock on.
    pub(crate) from_ms: Option<i64>,
    /// Or as soon as there is mail for this connection on this node.
    pub(crate) mail: Option<(NodeIndex, ConnectionId)>,
}

/// What a client can do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Outlook {
    pub(crate) main: When,
    /// The next due watchdog.
    pub(crate) watchdog_from_ms: Option<i64>,
    /// The node that its next step concerns.
    pub(crate) node: NodeIndex,
    /// The node that its watchdog's next step concerns.
    pub(crate) watchdog_node: NodeIndex,
    /// Whether its next step sends something that can get lost.
    pub(crate) sends: bool,
    /// Whether its next step is about what clients share beside Redis, and not
    /// about a node.
    pub(crate) local: bool,
}

impl When {
    const NEVER: Self = Self { from_ms: None, mail: None };

    fn from(from_ms: i64) -> Self {
        Self { from_ms: Some(from_ms), mail: None }
    }

    /// Whether that is now.
    pub(crate) fn is_now(self, now_ms: i64, nodes: &[Node]) -> bool {
        let has_mail = |(node, connection): (NodeIndex, ConnectionId)| {
            nodes.get(usize::from(node.0)).is_some_and(|node| node.has_mail(connection))
        };
        self.from_ms.is_some_and(|from| from <= now_ms) || self.mail.is_some_and(has_mail)
    }
}

impl Client {
    /// What it can do next.
    pub(crate) fn outlook(&self, cast: &Cast, client: ClientIndex) -> Outlook {
        let (main, node, sends) = self.main_outlook(cast, client);
        let due = self.due_watchdog();
        let watchdog_node = due.and_then(|lock| self.beside[&lock].unsent.front());
        Outlook {
            main,
            watchdog_from_ms: due.map(|lock| self.ready_from_ms(&self.beside[&lock])),
            node,
            watchdog_node: watchdog_node.map_or(NodeIndex(0), |request| request.node),
            sends,
            local: self.is_local(cast, client),
        }
    }

    fn is_local(&self, cast: &Cast, client: ClientIndex) -> bool {
        let act = cast.clients[client.0].acts.get(self.position);
        let idle = self.running.is_none() && !self.blocked;
        idle && act.is_none_or(Act::is_local)
    }

    fn main_outlook(&self, cast: &Cast, client: ClientIndex) -> (When, NodeIndex, bool) {
        let home = NodeIndex(0);
        if self.finished {
            return (When::NEVER, home, false);
        }
        let Some(running) = &self.running else {
            if self.blocked {
                let mail = Some((home, self.connections.main));
                return (When { from_ms: None, mail }, home, false);
            }
            let acts = &cast.clients[client.0].acts;
            let act = acts.get(self.position);
            let sends = match act {
                Some(Act::Redis { .. } | Act::Acquire { .. }) => true,
                Some(Act::Extend { lock } | Act::Release { lock }) => {
                    self.grants.contains_key(lock)
                }
                _ => false,
            };
            return (When::from(self.busy_until_ms.unwrap_or(i64::MIN)), home, sends);
        };
        if let Some(outgoing) = running.unsent.front() {
            let sends = matches!(outgoing, Outgoing::Request(_));
            return (When::from(i64::MIN), outgoing.node(), sends);
        }
        let from_ms = running.resume_at_ms.map(|own_ms| self.in_world_ms(own_ms));
        if let Some(awaited) = running.awaited {
            let mail = Some((awaited.node, self.connections.main));
            // What it has waited for may have it send something at once.
            return (When { from_ms, mail }, awaited.node, true);
        }
        let mail = running.listens.then_some((home, self.connections.listener));
        // It sends when it is resumed, unless it was only waiting to be told.
        (When { from_ms, mail }, home, true)
    }

    /// The lock whose watchdog is to go on next.
    pub(crate) fn due_watchdog(&self) -> Option<crate::LockIndex> {
        if self.finished {
            return None;
        }
        let due = self.beside.iter().min_by_key(|(_, beside)| self.ready_from_ms(beside));
        due.map(|(lock, _)| *lock)
    }

    /// The next moment at which it can go on by itself, or at which a lock is
    /// valid no longer whose validity its program looks at: the key lives on for
    /// a little while then, and what is done in between is not what is done
    /// after it.
    pub(crate) fn next_moment_ms(
        &self,
        cast: &Cast,
        client: ClientIndex,
        outlook: &Outlook,
        now_ms: i64,
    ) -> Option<i64> {
        let looks_at = |lock| {
            !self.finished && cast.clients[client.0].will_ask_whether_valid(self.position, lock)
        };
        let asked = self.grants.iter().filter(|(lock, _)| looks_at(**lock));
        let ends = asked.map(|(_, grant)| self.in_world_ms(grant.valid_until_ms));
        let goes_on = outlook.main.from_ms.into_iter().chain(outlook.watchdog_from_ms);
        goes_on.chain(ends).filter(|&at_ms| at_ms > now_ms).min()
    }

    /// Whether a watchdog could go on that is not yet known to be paused.
    pub(crate) fn has_unpaused_watchdog(&self, now_ms: i64) -> bool {
        !self.finished && self.beside.values().any(|b| !b.paused && self.ready_from_ms(b) <= now_ms)
    }

    /// Time moves to `to_ms` without it; `ready` if its main thread could have
    /// gone on before. Beginning late is no pause, nor is waiting. It is the
    /// whole process that stands still: each thread, due by then or not, is
    /// part of this pause until it takes a step of its own.
    pub(crate) fn time_moves(&mut self, ready: bool, to_ms: i64) {
        let due = self.beside.values().any(|b| !b.paused && self.ready_from_ms(b) < to_ms);
        if (self.started && ready && !self.paused) || due {
            self.paused = true;
            self.beside.values_mut().for_each(|beside| beside.paused = true);
        }
    }

    /// How it is at `now_ms`.
    pub(crate) fn status(
        &self,
        cast: &Cast,
        me: ClientIndex,
        now_ms: i64,
        paused_since_ms: Option<i64>,
        nodes: &[Node],
    ) -> Status {
        let when = self.outlook(cast, me).main;
        if self.finished {
            Status::Finished
        } else if when.is_now(now_ms, nodes) {
            match paused_since_ms {
                _ if !self.started => Status::NotStarted,
                Some(since_ms) => Status::Paused { since_ms },
                None => Status::Ready,
            }
        } else {
            match (self.running.is_some() || self.blocked, when.from_ms) {
                (false, Some(until_ms)) => Status::Working { until_ms },
                (_, until_ms) => Status::WaitingForLock { until_ms },
            }
        }
    }
}
