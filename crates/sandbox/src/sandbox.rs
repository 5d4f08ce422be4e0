//! An engine with a clock that a test moves.

mod answers;

use crate::clock::Clock;
use crate::sleep::Sleepers;
use crate::{Connection, LogEntry, Sleep};
use answers::answer_at;
use lockstep_engine::{ConnectionId, KeyEvent, Message, Output, ScriptHost, ServerVersion, State};
use lockstep_resp::{Command, Reply};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::time::Duration;

thread_local! {
    /// The Lua machine of this thread; every sandbox shares it.
    static SCRIPTS: ScriptHost = ScriptHost::new();
}

/// An engine with a clock that a test moves.
///
/// A handle: clones are the same sandbox, and threads and tasks may share it.
#[derive(Clone, Debug, Default)]
pub struct Sandbox {
    pub(crate) shared: Arc<Shared>,
}

#[derive(Debug, Default)]
pub(crate) struct Shared {
    inner: Mutex<Inner>,
    /// Something has arrived for a connection, or the clock has moved.
    changed: Condvar,
}

#[derive(Debug, Default)]
pub(crate) struct Inner {
    state: State,
    pub(crate) clock: Clock,
    output: Output,
    /// What connections have not taken yet.
    arrived: BTreeMap<ConnectionId, VecDeque<Reply>>,
    /// How many answers that are still to come nobody waits for any more.
    forgotten: BTreeMap<ConnectionId, usize>,
    /// Tasks that wait for something to arrive.
    wakers: BTreeMap<ConnectionId, Waker>,
    /// Tasks that wait for the clock.
    pub(crate) sleepers: Sleepers,
    log: Vec<LogEntry>,
}

impl Sandbox {
    /// Where the clock of a new sandbox stands, in Unix milliseconds:
    /// 14 November 2023, 22:13:20.
    pub const STARTED_AT_MS: i64 = 1_700_000_000_000;

    /// An empty server.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty server that has the commands and options of `version`, such as
    /// `DELEX` of Redis 8.4; [`Sandbox::new`] is Redis 7.0.
    pub fn with_version(version: ServerVersion) -> Self {
        let sandbox = Self::new();
        sandbox.lock().state = State::with_version(version);
        sandbox
    }

    /// Opens a connection to it.
    pub fn connect(&self) -> Connection {
        let id = self.lock().state.connect();
        Connection::new(self.clone(), id)
    }

    /// Where the clock stands, in Unix milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.lock().clock.now_ms()
    }

    /// Moves the clock on. Keys whose time is over expire, and waits that are
    /// over end. Answers what happened to keys meanwhile.
    pub fn advance(&self, by: Duration) -> Vec<KeyEvent> {
        let mut inner = self.lock();
        inner.clock.pass(by);
        let now_ms = inner.clock.now_ms();
        inner.set(now_ms);
        self.take_events(inner)
    }

    /// Sets the clock, in Unix milliseconds; backwards too, as clocks do when
    /// they are corrected. Answers what happened to keys meanwhile.
    pub fn set(&self, now_ms: i64) -> Vec<KeyEvent> {
        let mut inner = self.lock();
        inner.set(now_ms);
        self.take_events(inner)
    }

    /// Moves the clock to the next moment at which time alone changes
    /// something: a key expires, a wait or a [`Sandbox::sleep_until_ms`] ends.
    /// Answers what happened to keys; `None` if nothing is to come, and then the
    /// clock stands still.
    pub fn advance_to_next_event(&self) -> Option<Vec<KeyEvent>> {
        let mut inner = self.lock();
        let deadlines = [inner.state.next_deadline_ms(), inner.sleepers.next_ms()];
        let next_ms = deadlines.into_iter().flatten().min()?;
        let now_ms = next_ms.max(inner.clock.now_ms());
        inner.set(now_ms);
        Some(self.take_events(inner))
    }

    /// Ends when the clock has come to that moment, in Unix milliseconds: what a
    /// task awaits that lives in the sandbox's time, on any runtime.
    pub fn sleep_until_ms(&self, at_ms: i64) -> Sleep {
        Sleep::new(self.clone(), at_ms)
    }

    /// From now on the clock follows real time, until it is set or advanced by
    /// hand again. Keys expire and waits end by themselves.
    pub fn auto(&self) {
        self.lock().clock.follow_real_time();
        crate::clock::drive(&self.shared);
    }

    /// Every key that is alive, one on a line, ordered by database and name:
    /// `lock:stock = "A-1" (29000 ms left)`. Databases but the first are named:
    /// `1/lock:stock = …`.
    pub fn dump(&self) -> String {
        let inner = self.lock();
        let now_ms = inner.clock.now_ms();
        let line = |view: lockstep_engine::KeyView<'_>| {
            let db = if view.db == 0 { String::new() } else { format!("{}/", view.db) };
            let key = String::from_utf8_lossy(view.key);
            let left =
                view.expire_at_ms.map(|at| format!(" ({} ms left)", at.saturating_sub(now_ms)));
            format!("{db}{key} = {}{}\n", view.value, left.unwrap_or_default())
        };
        inner.state.keys(now_ms).map(line).collect()
    }

    /// Every command that was applied, in order.
    pub fn log(&self) -> Vec<LogEntry> {
        self.lock().log.clone()
    }

    /// A copy of everything that the server remembers.
    pub fn state(&self) -> State {
        self.lock().state.clone()
    }

    /// Answers whether the connection was open: `QUIT` closes one too, and
    /// whoever waited for an answer after that would wait for ever.
    pub(crate) fn submit(&self, connection: ConnectionId, words: &[&[u8]]) -> bool {
        let mut inner = self.lock();
        let is_open = inner.state.is_open(connection);
        if is_open {
            inner.submit(connection, words);
        }
        drop(inner);
        self.shared.changed.notify_all();
        is_open
    }

    /// A command that a fault refuses, as a server does that cannot run it.
    pub(crate) fn refuse(&self, connection: ConnectionId, name: &[u8]) {
        self.lock().state.refuse(connection, name);
    }

    /// Lets time pass on the way of a command; a clock that follows real time
    /// goes on doing so.
    pub(crate) fn delay(&self, by: Duration) {
        self.lock().clock.pass(by);
        self.shared.catch_up();
    }

    pub(crate) fn disconnect(&self, connection: ConnectionId) {
        let mut inner = self.lock();
        inner.state.disconnect(connection);
        inner.arrived.remove(&connection);
        inner.wakers.remove(&connection);
        inner.forgotten.remove(&connection);
    }

    fn take_events(&self, mut inner: MutexGuard<'_, Inner>) -> Vec<KeyEvent> {
        let events = std::mem::take(&mut inner.output.events);
        drop(inner);
        self.shared.changed.notify_all();
        events
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.shared.lock()
    }
}

impl Shared {
    /// A test that failed while it held the lock must not fail others: the
    /// state is a value and whole at every moment.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets time pass up to now where the clock follows real time.
    pub(crate) fn catch_up(&self) {
        let mut inner = self.lock();
        inner.advance();
        inner.output.events.clear();
        drop(inner);
        self.changed.notify_all();
    }
}

impl Inner {
    fn set(&mut self, now_ms: i64) {
        self.clock.set(now_ms);
        self.advance();
    }

    fn advance(&mut self) {
        let now_ms = self.clock.now_ms();
        let Self { state, output, .. } = self;
        SCRIPTS.with(|scripts| state.advance(scripts, now_ms, output));
        self.deliver();
        self.sleepers.wake(now_ms);
    }

    fn submit(&mut self, connection: ConnectionId, words: &[&[u8]]) {
        if self.clock.follows_real_time() {
            self.advance();
        }
        let now_ms = self.clock.now_ms();
        let Self { state, output, .. } = self;
        SCRIPTS.with(|scripts| state.submit(scripts, connection, words, now_ms, output));
        let own = output.messages.iter().filter(|message| message.connection == connection);
        let replies: Vec<&Reply> = own.map(|message| &message.reply).collect();
        let answer = answer_at(&replies, 0, state.is_blocked(connection));
        let reply = answer.map(|at| replies[at].clone());
        let command = Command::new(words);
        let ConnectionId(number) = connection;
        self.log.push(LogEntry { at_ms: now_ms, connection: number, command, reply });
        self.output.events.clear();
        self.deliver();
    }

    fn deliver(&mut self) {
        for Message { connection, reply } in self.output.messages.drain(..) {
            if let Some(forgotten) = self.forgotten.get_mut(&connection)
                && !matches!(reply, Reply::Push(_))
                && *forgotten > 0
            {
                *forgotten -= 1;
                continue;
            }
            self.arrived.entry(connection).or_default().push_back(reply);
            if let Some(waker) = self.wakers.remove(&connection) {
                waker.wake();
            }
        }
    }
}
