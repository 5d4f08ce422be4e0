//! What has arrived for a connection, and which of it is an answer.

use super::{Inner, Sandbox};
use lockstep_engine::ConnectionId;
use lockstep_resp::Reply;
use std::borrow::Borrow;
use std::collections::VecDeque;
use std::sync::PoisonError;
#[cfg(feature = "aio")]
use std::task::Waker;

impl Sandbox {
    /// Leaves a reply for a connection, as if the server had sent it.
    pub(crate) fn put(&self, connection: ConnectionId, reply: Reply) {
        self.lock().arrived.entry(connection).or_default().push_back(reply);
    }

    /// What has arrived for a connection and was not taken yet.
    pub(crate) fn take(&self, connection: ConnectionId) -> Option<Reply> {
        self.lock().arrived.get_mut(&connection)?.pop_front()
    }

    /// How many replies have arrived for a connection and were not taken yet.
    pub(crate) fn arrived(&self, connection: ConnectionId) -> usize {
        self.lock().arrived.get(&connection).map_or(0, VecDeque::len)
    }

    /// The next answer behind the first `behind` replies that have arrived.
    pub(crate) fn take_answer(&self, connection: ConnectionId, behind: usize) -> Option<Reply> {
        self.lock().take_answer(connection, behind)
    }

    /// An answer that is still to come is not left for anybody.
    pub(crate) fn forget_answer(&self, connection: ConnectionId) {
        *self.lock().forgotten.entry(connection).or_default() += 1;
    }

    /// As [`Sandbox::take_answer`], but waits for it.
    pub(crate) fn wait(&self, connection: ConnectionId, behind: usize) -> Reply {
        let mut inner = self.lock();
        loop {
            if let Some(reply) = inner.take_answer(connection, behind) {
                return reply;
            }
            let changed = self.shared.changed.wait(inner);
            inner = changed.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// As [`Sandbox::take_answer`]; the task is woken when something has arrived.
    #[cfg(feature = "aio")]
    pub(crate) fn poll(
        &self,
        connection: ConnectionId,
        behind: usize,
        waker: &Waker,
    ) -> Option<Reply> {
        let mut inner = self.lock();
        let answer = inner.take_answer(connection, behind);
        if answer.is_none() {
            inner.wakers.insert(connection, waker.clone());
        }
        answer
    }
}

impl Inner {
    fn take_answer(&mut self, connection: ConnectionId, behind: usize) -> Option<Reply> {
        let waits = self.state.is_blocked(connection);
        let arrived = self.arrived.get_mut(&connection)?;
        let at = answer_at(arrived.make_contiguous(), behind, waits)?;
        arrived.remove(at)
    }
}

/// Where among what has arrived the next answer is, behind the first `behind`
/// replies. It is no push, unless a push is all that a command is answered by,
/// as `SUBSCRIBE` is under RESP3.
pub(super) fn answer_at<R: Borrow<Reply>>(
    arrived: &[R],
    behind: usize,
    waits: bool,
) -> Option<usize> {
    let is_answer = |&at: &usize| !matches!(arrived[at].borrow(), Reply::Push(_));
    let at = (behind..arrived.len()).find(is_answer);
    at.or_else(|| (!waits && behind < arrived.len()).then_some(behind))
}
