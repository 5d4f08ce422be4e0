//! Locks for blocking code, over any connection of the `redis` crate.
//!
//! ```no_run
//! use lockstep_lock::Terms;
//! use lockstep_lock::blocking::Locks;
//! use std::time::Duration;
//!
//! let client = redis::Client::open("redis://127.0.0.1/")?;
//! let locks = Locks::connect(client, Terms::new().watchdog(Duration::from_secs(300)))?;
//! let mut guard = locks.acquire("stock")?;
//! // … the work, for as long as guard.is_valid() …
//! guard.release()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # In a unit test
//!
//! With an [injected timer](Locks::with_timer) no thread runs. What would go on
//! beside the work, such as a watchdog's extensions, is done by [`Locks::tend`]
//! when the test says so: move the clock on by ten seconds, tend, and the lock
//! has been extended. The sandbox's README has an example.
//!
//! # Layout
//!
//! - [`Locks`]: taking; [`Guard`]: what is held; [`Timer`]: whose time counts.
//! - `driver.rs` runs an operation; `node.rs` has a node's connections and the
//!   thread that sends to it in the background.
//! - `keeper/` does what goes on beside the work, in one thread for a family.
//! - `listener/` hears of releases, for all waiters over one connection.
//! - `held.rs` is what a guard and the keeper share; `family.rs` what clones do.

mod driver;
mod family;
mod guard;
mod held;
mod keeper;
mod listener;
mod node;
mod timer;

pub use guard::Guard;
pub use timer::{SystemTimer, Timer, timer};

#[cfg(doc)]
use crate::Algorithm;
use crate::{Acquire, Compare, LockError, Terms, Token, Waiting, telemetry};
use driver::drive;
use family::Family;
use listener::Listener;
use node::Node;
use redis::{Client, ConnectionLike, RedisResult};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use timer::Time;

/// How long an answer may take on connections that are opened here, beside the
/// time that the command itself may take.
const ANSWER_TIME: Duration = Duration::from_secs(1);

/// Takes locks. Clones share all: connections, the background thread, the
/// subscription; threads may share one too. What they share ends with the last
/// clone and the last guard.
#[derive(Clone)]
pub struct Locks {
    family: Arc<Family>,
}

impl Locks {
    /// Locks over one connection, which carries one command at a time. It
    /// cannot listen for releases: who waits tries again as the terms say.
    pub fn new(connection: impl ConnectionLike + Send + 'static, terms: Terms) -> Self {
        Self::on([connection], terms)
    }

    /// Locks over connections to several independent nodes, for
    /// [`Algorithm::RedLock`]; another algorithm asks only the first. Without
    /// any node every acquisition fails: [`LockError::NoNodes`].
    pub fn on<C: ConnectionLike + Send + 'static>(
        connections: impl IntoIterator<Item = C>,
        terms: Terms,
    ) -> Self {
        Self::among(connections.into_iter().map(Node::given), terms, None)
    }

    /// Locks on one node, to which connections are opened as threads need
    /// them; a few that are idle are kept. One more connection hears of
    /// releases, however many wait for however many locks.
    ///
    /// To connect and to answer, the server may take a second, beside the time
    /// that the command itself may take.
    ///
    /// [`Algorithm::Replicated`] has one connection for its commands, which is
    /// not opened again.
    ///
    /// # Errors
    ///
    /// The server cannot be reached.
    pub fn connect(client: Client, terms: Terms) -> RedisResult<Self> {
        let timeout = answer_time(&terms);
        let node = if terms.needs_one_connection() {
            Node::given(node::open(&client, timeout)?)
        } else {
            let node = Node::of(client.clone(), timeout);
            node.open()?;
            node
        };
        Ok(Self::among([node], terms, Some(Listener::new(client, timeout))))
    }

    /// The same with several independent nodes, for [`Algorithm::RedLock`]. It
    /// does not listen for releases. A node that cannot be reached is only a
    /// vote that is missing, so nothing is opened yet.
    pub fn connect_all(clients: impl IntoIterator<Item = Client>, terms: Terms) -> Self {
        let timeout = answer_time(&terms);
        Self::among(clients.into_iter().map(|client| Node::of(client, timeout)), terms, None)
    }

    fn among(
        nodes: impl IntoIterator<Item = Node>,
        terms: Terms,
        listener: Option<Listener>,
    ) -> Self {
        let asked = terms.lock("", u16::MAX, Compare::Lua).asked_nodes();
        let nodes = nodes.into_iter().take(asked.into()).collect();
        let time = Time::System(SystemTimer::new());
        Self { family: Arc::new(Family::new(nodes, time, terms, listener)) }
    }

    /// With a clock of one's own, for a test. No thread runs then: nobody
    /// listens, nodes are asked one after the other, and what would go on beside
    /// the work is done by [`Locks::tend`].
    ///
    /// It begins a family of its own on the same connections; clones and guards
    /// that are there already keep their clock.
    #[must_use]
    pub fn with_timer(self, timer: impl Timer + 'static) -> Self {
        let (nodes, terms) = (Arc::clone(&self.family.shared.nodes), self.family.terms.clone());
        let time = Time::Injected(Arc::new(timer));
        Self { family: Arc::new(Family::new(nodes, time, terms, None)) }
    }

    /// Takes the lock `name` under a new random token, and waits for it as the
    /// terms say.
    ///
    /// # Errors
    ///
    /// [`LockError::Taken`] or [`LockError::TimedOut`] if others held it for
    /// that long; otherwise what kept Redis from granting it.
    pub fn acquire(&self, name: &str) -> Result<Guard, LockError> {
        let listens = self.family.listener.is_some();
        self.take(name, self.family.terms.waiting(listens))
    }

    /// As [`Locks::acquire`], by one attempt.
    ///
    /// # Errors
    ///
    /// [`LockError::Taken`] if another holds it; otherwise what kept Redis from
    /// granting it.
    pub fn try_acquire(&self, name: &str) -> Result<Guard, LockError> {
        self.take(name, Waiting::NONE)
    }

    /// Takes the lock, does the work, and gives the lock back. Work cannot be
    /// interrupted: where it is long, it should look at [`Guard::is_valid`] or
    /// be told by [`Guard::on_lost`].
    ///
    /// # Errors
    ///
    /// As [`Locks::acquire`]; [`LockError::Lost`] if the lock was lost while
    /// the work went on, which may then not have been alone.
    pub fn with<R>(&self, name: &str, work: impl FnOnce(&Guard) -> R) -> Result<R, LockError> {
        let mut guard = self.acquire(name)?;
        let result = work(&guard);
        let loss = guard.loss();
        // A release without an answer is tried again when the guard is dropped.
        let found = guard.release().ok().and_then(|released| guard::loss_found(&released));
        match loss.or(found) {
            Some(loss) => Err(LockError::Lost {
                key: String::from_utf8_lossy(guard.key()).into_owned(),
                loss,
            }),
            None => Ok(result),
        }
    }

    /// With an injected timer: does at once what is due, which are extensions,
    /// losses to be told, and releases of dropped guards. Otherwise a thread
    /// does that, and there is nothing to do.
    pub fn tend(&self) {
        if self.family.shared.time.is_injected() {
            self.family.keeper.tend();
        }
    }

    fn take(&self, name: &str, waiting: Waiting) -> Result<Guard, LockError> {
        #[cfg(feature = "tracing")]
        let _span = tracing::debug_span!("acquire", lock = name).entered();
        let family = &self.family;
        let lock = family.lock(name);
        if family.is_nowhere() {
            return Err(LockError::no_nodes(&lock.key));
        }
        let token = Token::random();
        let began_at_ms = family.shared.time.now_ms();
        let mut ear = family.ear(&token);
        let acquire = Acquire::new(&lock, token.clone(), waiting);
        let at_once = waiting.notified && ear.listen_at_once(&lock);
        let mut acquire = if at_once { acquire.listening() } else { acquire };
        let (outcome, failures) = drive(&mut acquire, &family.shared, &mut ear);
        let now_ms = family.shared.time.now_ms();
        let waited_ms = now_ms.saturating_sub(began_at_ms);
        let attempts = acquire.attempts();
        match outcome {
            Ok(grant) => {
                ear.granted();
                telemetry::acquired(&lock, waited_ms, attempts);
                drop(ear);
                Ok(Guard::new(Arc::clone(family), lock, grant, now_ms))
            }
            Err(error) => {
                let is_unsure = !failures.is_empty();
                let error = LockError::from_acquire(error, failures);
                telemetry::not_acquired(&lock, waited_ms, attempts, &error);
                drop(ear);
                if is_unsure && lock.algorithm.compares() {
                    // Where an answer was lost, so may be the release after it.
                    family.keeper.give_back(lock, token, None);
                }
                Err(error)
            }
        }
    }
}

impl fmt::Debug for Locks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Locks")
            .field("terms", &self.family.terms)
            .field("nodes", &self.family.shared.nodes.len())
            .finish_non_exhaustive()
    }
}

/// How long connecting and answering may take on connections that are opened
/// here.
fn answer_time(terms: &Terms) -> Duration {
    let lock = terms.lock("", 1, Compare::Lua);
    ANSWER_TIME.saturating_add(Duration::from_millis(lock.node_timeout_ms))
}
