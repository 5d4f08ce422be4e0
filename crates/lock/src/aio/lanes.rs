//! The ways to the nodes, of one acquisition and all that follows it.

use super::Timer;
use super::node::Exchange;
use crate::{NodeFailure, Request, wire};
use futures_util::future::BoxFuture;
use futures_util::stream::{FuturesUnordered, StreamExt as _};
use lockstep_resp::Reply;
use redis::{ErrorKind, RedisError, RedisResult, Value};
use std::collections::VecDeque;
use std::future::ready;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use tokio::runtime::Handle;
use tokio::sync::{Mutex, MutexGuard};

/// One lane to each node: what goes in first arrives first, whichever operation
/// it belongs to. An extension that arrived after the release might bring the
/// lock back.
pub(super) struct Lanes {
    lanes: Vec<Lane>,
    pub(super) timer: Arc<dyn Timer>,
    /// Where what nobody waits for goes on: the runtime of the acquisition.
    pub(super) runtime: Handle,
}

struct Lane {
    node: Arc<dyn Node>,
    gate: Arc<Gate>,
}

/// Where requests to one node wait for their turn.
#[derive(Default)]
pub(super) struct Gate {
    turn: Mutex<()>,
    /// Nothing but releases goes through any more.
    closed: AtomicBool,
}

impl Lanes {
    pub(super) fn new(nodes: &[Arc<dyn Node>], timer: Arc<dyn Timer>, runtime: Handle) -> Self {
        let lane = |node: &Arc<dyn Node>| Lane { node: Arc::clone(node), gate: Arc::default() };
        Self { lanes: nodes.iter().map(lane).collect(), timer, runtime }
    }

    /// From now on nothing but releases is sent: not even what waits for its
    /// turn already.
    pub(super) fn close(&self) {
        for lane in &self.lanes {
            lane.gate.closed.store(true, Ordering::Release);
        }
    }

    /// Puts a request on its way. It has its place in the lane after the next
    /// poll.
    fn ask(&self, request: Request, releases: bool) -> BoxFuture<'static, Answer> {
        match self.lanes.get(usize::from(request.node.0)) {
            Some(Lane { node, gate }) => Arc::clone(node).ask(Arc::clone(gate), request, releases),
            None => {
                let error = RedisError::from((ErrorKind::Client, "there is no such node"));
                Box::pin(ready((request, Err(error))))
            }
        }
    }
}

impl Gate {
    /// The right to send next, when it comes; an error if it has become too
    /// late for that.
    async fn turn(&self, releases: bool) -> RedisResult<MutexGuard<'_, ()>> {
        let turn = match self.turn.try_lock() {
            Ok(turn) => turn,
            // Unconstrained: a task that has used up its budget would be sent
            // away without a place in the lane.
            Err(_) => tokio::task::unconstrained(self.turn.lock()).await,
        };
        if !releases && self.closed.load(Ordering::Acquire) {
            return Err(RedisError::from((ErrorKind::Client, "the lock was given back before")));
        }
        Ok(turn)
    }
}

type Answer = (Request, RedisResult<Value>);

/// A Redis node to which requests are sent in their turn.
pub(super) trait Node: Send + Sync {
    /// Sends a request when it is its turn. All of that is one future, since
    /// one is made for each request.
    fn ask(
        self: Arc<Self>,
        gate: Arc<Gate>,
        request: Request,
        releases: bool,
    ) -> BoxFuture<'static, Answer>;
}

impl<E: Exchange> Node for E {
    fn ask(
        self: Arc<Self>,
        gate: Arc<Gate>,
        request: Request,
        releases: bool,
    ) -> BoxFuture<'static, Answer> {
        Box::pin(async move {
            let result = match gate.turn(releases).await {
                Ok(_turn) => self.exchange(wire::cmd(&request.command)).await,
                Err(error) => Err(error),
            };
            (request, result)
        })
    }
}

/// The requests of one operation. When it is dropped, what was not answered yet
/// is finished in the background, for as long as the lock could live.
pub(super) struct Requests {
    lanes: Arc<Lanes>,
    releases: bool,
    /// How long the lock could live, in milliseconds.
    ttl_ms: u64,
    /// The only request under way, as it mostly is: a set would cost more than
    /// all else that is done for it here.
    alone: Option<BoxFuture<'static, Answer>>,
    /// Requests that are not alone.
    together: Option<FuturesUnordered<BoxFuture<'static, Answer>>>,
    /// Answers that the operation has not seen yet.
    arrived: VecDeque<Answer>,
    /// The newest failure of each node that has failed.
    failures: Vec<NodeFailure>,
}

impl Requests {
    /// Requests of an acquisition or extension.
    pub(super) fn new(lanes: &Arc<Lanes>, ttl_ms: u64) -> Self {
        Self::of(lanes, ttl_ms, false)
    }

    /// Requests of a release.
    pub(super) fn releasing(lanes: &Arc<Lanes>, ttl_ms: u64) -> Self {
        Self::of(lanes, ttl_ms, true)
    }

    fn of(lanes: &Arc<Lanes>, ttl_ms: u64, releases: bool) -> Self {
        Self {
            lanes: Arc::clone(lanes),
            releases,
            ttl_ms,
            alone: None,
            together: None,
            arrived: VecDeque::new(),
            failures: Vec::new(),
        }
    }

    pub(super) fn timer(&self) -> &Arc<dyn Timer> {
        &self.lanes.timer
    }

    /// Puts a request on its way.
    pub(super) fn push(&mut self, request: Request) {
        let answer = self.lanes.ask(request, self.releases);
        if self.is_nothing_under_way() {
            self.alone = Some(answer);
        } else {
            self.together.get_or_insert_default().push(answer);
        }
    }

    /// The next request with its answer; `None` for an answer that is lost.
    pub(super) fn poll_answer(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<(Request, Option<Reply>)> {
        // Every request gets its place in its lane, though the answer to the
        // first may be there at once.
        if let Some(alone) = &mut self.alone
            && let Poll::Ready(answer) = alone.as_mut().poll(context)
        {
            self.alone = None;
            self.arrived.push_back(answer);
        }
        if let Some(together) = &mut self.together {
            while let Poll::Ready(Some(answer)) = together.poll_next_unpin(context) {
                self.arrived.push_back(answer);
            }
        }
        let Some((request, result)) = self.arrived.pop_front() else {
            return Poll::Pending;
        };
        let reply = wire::answer(result).map_err(|error| {
            let source = Arc::new(error);
            self.failures.retain(|failure| failure.node != request.node);
            self.failures.push(NodeFailure { node: request.node, source });
        });
        Poll::Ready((request, reply.ok()))
    }

    /// The failures, in the order of the nodes.
    pub(super) fn take_failures(&mut self) -> Vec<NodeFailure> {
        let mut failures = std::mem::take(&mut self.failures);
        failures.sort_by_key(|failure| failure.node);
        failures
    }

    /// Whether any answer was lost.
    pub(super) fn has_failed(&self) -> bool {
        !self.failures.is_empty()
    }

    /// Whether the operation knows every answer.
    pub(super) fn is_idle(&self) -> bool {
        self.is_nothing_under_way() && self.arrived.is_empty()
    }

    fn is_nothing_under_way(&self) -> bool {
        self.alone.is_none() && self.together.as_ref().is_none_or(FuturesUnordered::is_empty)
    }
}

impl Drop for Requests {
    fn drop(&mut self) {
        if self.is_nothing_under_way() {
            return;
        }
        let mut under_way = self.together.take().unwrap_or_default();
        under_way.extend(self.alone.take());
        let timer = Arc::clone(&self.lanes.timer);
        let end_ms = timer.now_ms().saturating_add(self.ttl_ms);
        self.lanes.runtime.spawn(async move {
            let answers = async { while under_way.next().await.is_some() {} };
            tokio::select! {
                () = answers => {}
                () = timer.wait_until_ms(end_ms) => {}
            }
        });
    }
}
