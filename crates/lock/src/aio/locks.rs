//! Taking locks.

use super::driver::drive;
use super::held::{Held, abandon};
use super::hub::{Ear, Hub};
use super::lanes::{Lanes, Node, Requests};
use super::node::{Given, Reopened, open};
use super::{Guard, Timer, TokioTimer};
use crate::{Acquire, Algorithm, Compare, Discover, Lock, LockError, Loss, Released, Terms};
use crate::{AcquireError, Grant, Token, Waiting, telemetry};
use lockstep_resp::Blob;
use redis::aio::ConnectionLike;
use redis::{Client, RedisResult};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::OnceCell;

/// How long an answer may take on connections that are opened here, beside the
/// time that the command itself may take.
const ANSWER_WITHIN: Duration = Duration::from_secs(1);

/// Locks on the same nodes and terms. Clones share everything.
#[derive(Clone)]
pub struct Locks {
    nodes: Arc<[Arc<dyn Node>]>,
    hub: Option<Hub>,
    timer: Arc<dyn Timer>,
    terms: Arc<Terms>,
    compare: Arc<OnceCell<Compare>>,
}

impl Locks {
    /// Locks on one node, over this connection. Nothing can be heard on it:
    /// waiting is by [`Terms::retry`].
    pub fn new<C>(connection: C, terms: Terms) -> Self
    where
        C: ConnectionLike + Clone + Send + Sync + 'static,
    {
        Self::on([connection], terms)
    }

    /// Locks on several independent nodes, for [`Algorithm::RedLock`]; another
    /// algorithm asks only the first. Without any node every acquisition fails:
    /// [`LockError::NoNodes`].
    pub fn on<C>(connections: impl IntoIterator<Item = C>, terms: Terms) -> Self
    where
        C: ConnectionLike + Clone + Send + Sync + 'static,
    {
        let node = |connection| Arc::new(Given(connection)) as Arc<dyn Node>;
        Self::over(connections.into_iter().map(node).collect(), None, terms)
    }

    /// Locks on one node, whose releases are heard: who waits does not ask all
    /// the time. One connection carries the commands and one the messages, for
    /// all clones together; both are opened again when they break, but for
    /// that of commands with [`Algorithm::Replicated`].
    ///
    /// # Errors
    ///
    /// The server cannot be reached.
    pub async fn connect(client: Client, terms: Terms) -> RedisResult<Self> {
        let within = answer_within(&terms);
        let node: Arc<dyn Node> = if terms.needs_one_connection() {
            Arc::new(Given(open(&client, within).await?))
        } else {
            let node = Reopened::new(client.clone(), within);
            node.open().await?;
            Arc::new(node)
        };
        Ok(Self::over(vec![node], Some(Hub::start(client)), terms))
    }

    /// Locks on several independent nodes, for [`Algorithm::RedLock`]. A node
    /// that cannot be reached counts as one that does not answer; its
    /// connection is opened when it can.
    pub fn connect_all(clients: impl IntoIterator<Item = Client>, terms: Terms) -> Self {
        let within = answer_within(&terms);
        let node = |client| Arc::new(Reopened::new(client, within)) as Arc<dyn Node>;
        Self::over(clients.into_iter().map(node).collect(), None, terms)
    }

    fn over(nodes: Vec<Arc<dyn Node>>, hub: Option<Hub>, terms: Terms) -> Self {
        let timer = Arc::new(TokioTimer::new());
        Self { nodes: nodes.into(), hub, timer, terms: Arc::new(terms), compare: Arc::default() }
    }

    /// With another clock, such as one that a test moves.
    #[must_use]
    pub fn with_timer(mut self, timer: impl Timer) -> Self {
        self.timer = Arc::new(timer);
        self
    }

    /// Takes the lock `name` under a new random token, and waits for it as the
    /// terms say. Whoever stops waiting by dropping this future leaves nothing
    /// behind: what may have been granted is given back in the background.
    ///
    /// # Errors
    ///
    /// [`LockError::TimedOut`] or [`LockError::Taken`] if others held it all
    /// the time; otherwise what kept it from being taken.
    ///
    /// # Panics
    ///
    /// Outside a tokio runtime.
    pub async fn acquire(&self, name: &str) -> Result<Guard, LockError> {
        self.take(name, self.terms.waiting(self.hub.is_some())).await
    }

    /// Takes the lock `name` if it is free, in one attempt.
    ///
    /// # Errors
    ///
    /// [`LockError::Taken`] if another holds it; otherwise what kept it from
    /// being taken.
    ///
    /// # Panics
    ///
    /// Outside a tokio runtime.
    pub async fn try_acquire(&self, name: &str) -> Result<Guard, LockError> {
        self.take(name, Waiting::NONE).await
    }

    /// Takes the lock `name`, runs the work, and gives the lock back. When the
    /// lock is lost the work is dropped at its next `await`.
    ///
    /// # Errors
    ///
    /// As for [`Locks::acquire`]; [`LockError::Lost`] if the lock was lost
    /// before the work ended or before it was given back: the work may not have
    /// been alone. That giving back got no answer is no error here: it is tried
    /// again in the background.
    ///
    /// # Panics
    ///
    /// Outside a tokio runtime.
    pub async fn with<R>(
        &self,
        name: &str,
        work: impl AsyncFnOnce(&Guard) -> R,
    ) -> Result<R, LockError> {
        let mut guard = self.acquire(name).await?;
        let result = tokio::select! {
            biased;
            loss = guard.lost() => Err(loss),
            result = work(&guard) => Ok(result),
        };
        let key = String::from_utf8_lossy(guard.key()).into_owned();
        // What is lost is given back too, by dropping: a part may be left.
        let lost = |loss| LockError::Lost { key, loss };
        let result = match (result, guard.loss()) {
            (Err(loss), _) | (Ok(_), Some(loss)) => return Err(lost(loss)),
            (Ok(result), None) => result,
        };
        match guard.release().await {
            Ok(Released::NotOwner) => Err(lost(Loss::NotOwner)),
            Ok(Released::Expired) => Err(lost(Loss::Expired)),
            _ => Ok(result),
        }
    }

    async fn take(&self, name: &str, waiting: Waiting) -> Result<Guard, LockError> {
        let taking = self.take_untold(name, waiting);
        #[cfg(feature = "tracing")]
        let taking =
            tracing::Instrument::instrument(taking, tracing::debug_span!("acquire", lock = name));
        taking.await
    }

    async fn take_untold(&self, name: &str, waiting: Waiting) -> Result<Guard, LockError> {
        let runtime = Handle::current();
        let nodes = u16::try_from(self.nodes.len()).unwrap_or(u16::MAX);
        let lock = self.terms.lock(name, nodes, Compare::Lua);
        if nodes == 0 {
            return Err(LockError::no_nodes(&lock.key));
        }
        let inbox = self.hub.as_ref().map(|hub| Blob::clone(hub.inbox()));
        let lock = Lock { inbox, compare: self.compare(&lock, &runtime).await, ..lock };
        let token = Token::random();
        let asked = &self.nodes[..self.nodes.len().min(lock.asked_nodes().into())];
        let lanes = Arc::new(Lanes::new(asked, Arc::clone(&self.timer), runtime));
        let mut ear = Ear::new(self.hub.as_ref(), &token);
        let asked_at_ms = self.timer.now_ms();
        let acquire = Acquire::new(&lock, token.clone(), waiting);
        let at_once = waiting.notified && ear.listen_at_once(&lock);
        let acquire = if at_once { acquire.listening() } else { acquire };
        let taking = Taking::new(acquire, Arc::clone(&lanes));
        let (outcome, attempts) = taking.run(ear).await;
        let now_ms = self.timer.now_ms();
        let waited_ms = now_ms.saturating_sub(asked_at_ms);
        match outcome {
            Ok(grant) => {
                telemetry::acquired(&lock, waited_ms, attempts);
                let held = Held::new(lock, grant, lanes, now_ms);
                Ok(Guard::new(held, self.terms.has_watchdog()))
            }
            Err(error) => {
                telemetry::not_acquired(&lock, waited_ms, attempts, &error);
                Err(error)
            }
        }
    }

    /// How owners are compared; found out once, where it makes a difference.
    async fn compare(&self, lock: &Lock, runtime: &Handle) -> Compare {
        let by_token =
            matches!(lock.algorithm, Algorithm::Token | Algorithm::Fair | Algorithm::Replicated);
        if !by_token || (lock.notifies && !self.terms.has_watchdog()) || self.nodes.is_empty() {
            return Compare::Lua;
        }
        let discover = || async {
            let lanes = Lanes::new(&self.nodes[..1], Arc::clone(&self.timer), runtime.clone());
            let mut requests = Requests::new(&Arc::new(lanes), lock.ttl_ms);
            drive(&mut Discover, &mut requests, &mut Ear::none(), |_| {}).await
        };
        *self.compare.get_or_init(discover).await
    }
}

/// The time for a command that waits for replicas comes on top.
fn answer_within(terms: &Terms) -> Duration {
    let lock = terms.lock("", 1, Compare::Lua);
    ANSWER_WITHIN.saturating_add(Duration::from_millis(lock.node_timeout_ms))
}

/// An acquisition under way. Dropped half-way, it gives back in the background
/// what may have been granted, and its place in a queue.
struct Taking {
    lanes: Arc<Lanes>,
    acquire: Acquire,
    requests: Requests,
    is_over: bool,
}

impl Taking {
    fn new(acquire: Acquire, lanes: Arc<Lanes>) -> Self {
        let requests = Requests::new(&lanes, acquire.lock().ttl_ms);
        Self { lanes, acquire, requests, is_over: false }
    }

    /// How it ended, and after how many attempts.
    async fn run(mut self, mut ear: Ear<'_>) -> (Result<Grant, LockError>, u32) {
        let outcome = drive(&mut self.acquire, &mut self.requests, &mut ear, |_| {}).await;
        if outcome.is_ok() {
            ear.has_lock();
        }
        self.is_over = true;
        if matches!(outcome, Err(AcquireError::Indeterminate { .. })) {
            // Its own release may have been lost too.
            self.abandon();
        }
        let failures = self.requests.take_failures();
        let outcome = outcome.map_err(|error| LockError::from_acquire(error, failures));
        (outcome, self.acquire.attempts())
    }

    /// Gives back, in the background, what may have been granted. The naive
    /// locks cannot be given back unseen.
    fn abandon(&self) {
        let (lock, token) = (self.acquire.lock().clone(), self.acquire.token().clone());
        if !lock.algorithm.compares() {
            return;
        }
        self.lanes.close();
        let lanes = Arc::clone(&self.lanes);
        self.lanes.runtime.spawn(async move { abandon(&lock, &token, &lanes).await });
    }
}

impl Drop for Taking {
    fn drop(&mut self) {
        // Between two attempts there is nothing to give back but a place in the
        // queue or on the roll.
        let between = self.requests.is_idle() && !self.requests.has_failed();
        if !self.is_over && (!between || self.acquire.has_place()) {
            self.abandon();
        }
    }
}

impl fmt::Debug for Locks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Locks")
            .field("nodes", &self.nodes.len())
            .field("listens", &self.hub.is_some())
            .field("terms", &self.terms)
            .finish_non_exhaustive()
    }
}
