//! Hearing of releases: one thread with one subscription connection for all
//! waiters of a family, however many locks they wait for.
//!
//! A blocking connection cannot be told to subscribe to one more channel while
//! it reads. So it also subscribes to a channel of its own, by a random name,
//! and an ordinary connection wakes it with a `PUBLISH` there. The other way, to
//! read with a short time limit and look around in between, would delay every
//! new channel by up to that limit and wake the processor for nothing; this way
//! a message reaches its waiter at once, a new channel costs one command, and a
//! channel that was used lately costs none, since it is still there.

mod routes;

use super::family::Shared;
use crate::{Happened, Lock, NodeIndex, Token};
use lockstep_resp::{Blob, Command, Reply};
use redis::{Client, RedisResult};
use routes::{Joined, Next, Routes};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// After so long without a message the connection is asked whether it lives.
const QUIET: Duration = Duration::from_secs(30);

/// The listener of a family of locks.
pub(super) struct Listener {
    hall: Arc<Hall>,
}

/// What the listener's thread and the waiters share.
pub(super) struct Hall {
    client: Client,
    /// How long connecting and subscribing may take.
    timeout: Duration,
    /// The channel by which the thread is woken, and on which waiters are called
    /// by name.
    pub(super) control: Blob,
    routes: Mutex<Routes>,
    /// There is a channel to listen to, or the family has ended.
    wanted: Condvar,
}

impl Listener {
    /// A listener that connects when somebody wants to listen.
    pub(super) fn new(client: Client, timeout: Duration) -> Self {
        let control = format!("lockstep:listener:{}", uuid::Uuid::new_v4().as_simple());
        let (control, routes) = (control.as_bytes().into(), Mutex::default());
        let wanted = Condvar::new();
        Self { hall: Arc::new(Hall { client, timeout, control, routes, wanted }) }
    }

    /// Lets a waiter hear of the channel. It is told when it is listening; if it
    /// is not told in time, it is deaf.
    fn join(&self, channel: &Blob, token: &Token, shared: &Shared) -> Joined {
        let (joined, next) = Joined::new(&self.hall, channel, token);
        match next {
            Next::Nothing => {}
            Next::Start => self.start(),
            Next::Wake => {
                let heard = shared.call(NodeIndex(0), &self.hall.wake());
                if !matches!(heard, Ok(Reply::Integer(1..))) {
                    joined.tell(Happened::Deaf);
                }
            }
        }
        joined
    }

    /// Where this process hears.
    pub(super) fn inbox(&self) -> Blob {
        Blob::clone(&self.hall.control)
    }

    fn start(&self) {
        let mut routes = self.hall.routes();
        if !routes.has_thread {
            let hall = Arc::clone(&self.hall);
            let thread = thread::Builder::new().name("lockstep-listener".into());
            routes.has_thread = thread.spawn(move || hall.serve()).is_ok();
            if !routes.has_thread {
                routes.all_deaf();
            }
        }
        drop(routes);
        self.hall.wanted.notify_all();
    }

    /// The family has ended, and so does the thread.
    pub(super) fn close(&self, shared: &Shared) {
        let mut routes = self.hall.routes();
        routes.closing = true;
        let reads = routes.reads;
        drop(routes);
        self.hall.wanted.notify_all();
        if reads {
            // If this does not reach it, it looks around when it is quiet.
            shared.post(NodeIndex(0), self.hall.wake(), drop);
        }
    }
}

impl Hall {
    pub(super) fn routes(&self) -> MutexGuard<'_, Routes> {
        self.routes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wake(&self) -> Command {
        Command::new([&b"PUBLISH"[..], &self.control, b""])
    }

    /// The listener's thread.
    fn serve(&self) {
        loop {
            let idle = |routes: &mut Routes| !routes.closing && !routes.is_wanted();
            let waited = self.wanted.wait_while(self.routes(), idle);
            if waited.unwrap_or_else(PoisonError::into_inner).closing {
                return;
            }
            // Whatever broke it: who waits now goes on without, and who comes
            // next has it opened again.
            let ended = self.listen();
            self.routes().all_deaf();
            if ended.is_ok() {
                return;
            }
        }
    }

    /// Listens until the connection breaks or the family has ended.
    fn listen(&self) -> RedisResult<()> {
        let mut connection = self.client.get_connection_with_timeout(self.timeout)?;
        connection.set_read_timeout(Some(self.timeout))?;
        connection.set_write_timeout(Some(self.timeout))?;
        let mut subscription = connection.as_pubsub();
        subscription.subscribe(&*self.control)?;
        loop {
            // Before new ones: who comes back to one of them has it again.
            for channel in self.routes().sweep() {
                subscription.set_read_timeout(Some(self.timeout))?;
                subscription.unsubscribe(&*channel)?;
            }
            loop {
                // A channel that is added when there is none left wakes us.
                let Some(channel) = self.routes().next_new() else { break };
                subscription.set_read_timeout(Some(self.timeout))?;
                subscription.subscribe(&*channel)?;
                self.routes().is_live(&channel);
            }
            // Who closes it while it does not read yet does not wake it.
            if self.routes().closing {
                return Ok(());
            }
            subscription.set_read_timeout(Some(QUIET))?;
            match subscription.get_message() {
                Ok(message) => {
                    let channel: Vec<u8> = message.get_channel()?;
                    let payload = message.get_payload_bytes();
                    if *channel == *self.control {
                        self.routes().called(payload);
                    } else {
                        self.routes().message(&channel, payload);
                    }
                }
                Err(error) if error.is_timeout() => {
                    subscription.set_read_timeout(Some(self.timeout))?;
                    subscription.ping::<redis::Value>()?;
                }
                Err(error) => return Err(error),
            }
        }
    }
}

/// A waiter's ear: open from when its operation wants to listen.
pub(super) struct Ear<'a> {
    to: Option<(&'a Listener, &'a Shared, &'a Token)>,
    joined: Option<Joined>,
}

impl<'a> Ear<'a> {
    /// Hears nothing.
    pub(super) fn none() -> Self {
        Self { to: None, joined: None }
    }

    pub(super) fn new(listener: &'a Listener, shared: &'a Shared, token: &'a Token) -> Self {
        Self { to: Some((listener, shared, token)), joined: None }
    }

    /// Begins to listen; `false` if there is no listening.
    pub(super) fn listen(&mut self, channel: &Blob) -> bool {
        let Some((listener, shared, token)) = self.to else { return false };
        self.joined = Some(listener.join(channel, token, shared));
        true
    }

    /// Begins to listen to the channel of this lock, if its messages arrive
    /// already: nothing is missed then.
    pub(super) fn listen_at_once(&mut self, lock: &Lock) -> bool {
        if let Some((listener, _, token)) = self.to {
            self.joined = Joined::at_once(&listener.hall, lock, token);
        }
        self.joined.is_some()
    }

    pub(super) fn is_open(&self) -> bool {
        self.joined.is_some()
    }

    /// Waits for something to hear until this moment. `None` if there was
    /// nothing; it is closed if there will be nothing any more.
    pub(super) fn hear(&mut self, until_ms: Option<u64>) -> Option<Happened> {
        let (Some((listener, shared, _)), Some(joined)) = (self.to, &mut self.joined) else {
            return None;
        };
        let left = until_ms.map(|at_ms| shared.time.left(at_ms));
        // A subscription that is not confirmed is none.
        let limit = (!joined.listens).then_some(listener.hall.timeout * 2);
        let is_last = limit.is_some_and(|limit| left.is_none_or(|left| limit < left));
        match joined.hear(left.into_iter().chain(limit).min()) {
            Err(RecvTimeoutError::Timeout) if !is_last => None,
            Ok(Happened::Deaf) | Err(_) => {
                self.joined = None;
                Some(Happened::Deaf)
            }
            Ok(happened) => Some(happened),
        }
    }

    /// The lock was granted: a message that was not used needs nobody else.
    pub(super) fn granted(&mut self) {
        if let Some(joined) = &mut self.joined {
            joined.granted = true;
        }
    }
}
