//! An engine with a clock that a test moves.

use crate::Connection;
use lockstep_engine::{ConnectionId, KeyEvent, Output, ScriptHost, State};
use lockstep_resp::Reply;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

thread_local! {
    /// The Lua machine of this thread; every sandbox shares it.
    static SCRIPTS: ScriptHost = ScriptHost::new();
}

/// An engine with a clock that a test moves.
///
/// A handle: clones are the same sandbox, and it may be shared by threads.
#[derive(Clone, Debug, Default)]
pub struct Sandbox {
    inner: Arc<Mutex<Inner>>,
}

#[derive(Debug)]
struct Inner {
    state: State,
    now_ms: i64,
    output: Output,
}

impl Default for Inner {
    fn default() -> Self {
        Self { state: State::default(), now_ms: Sandbox::STARTED_AT_MS, output: Output::default() }
    }
}

impl Sandbox {
    /// Where the clock of a new sandbox stands, in Unix milliseconds:
    /// 14 November 2023, 22:13:20.
    pub const STARTED_AT_MS: i64 = 1_700_000_000_000;

    /// An empty server.
    pub fn new() -> Self {
        Self::default()
    }

    /// Opens a connection to it.
    pub fn connect(&self) -> Connection {
        let id = self.lock().state.connect();
        Connection::new(self.clone(), id)
    }

    /// Where the clock stands, in Unix milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.lock().now_ms
    }

    /// Moves the clock on. Keys whose time is over expire. Answers what
    /// happened to keys meanwhile.
    pub fn advance(&self, by: Duration) -> Vec<KeyEvent> {
        let by_ms = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        self.set(self.now_ms().saturating_add(by_ms))
    }

    /// Sets the clock, in Unix milliseconds; backwards too, as clocks do when
    /// they are corrected. Answers what happened to keys meanwhile.
    pub fn set(&self, now_ms: i64) -> Vec<KeyEvent> {
        let mut inner = self.lock();
        let Inner { state, now_ms: clock, output } = &mut *inner;
        *clock = now_ms;
        SCRIPTS.with(|scripts| state.advance(scripts, now_ms, output));
        std::mem::take(&mut output.events)
    }

    /// Moves the clock to the next moment at which time alone changes
    /// something, such as a key that expires. Answers what happened; `None` if
    /// nothing is to come, and then the clock stands still.
    pub fn advance_to_next_event(&self) -> Option<Vec<KeyEvent>> {
        let next_ms = self.lock().state.next_deadline_ms()?;
        let now_ms = self.now_ms().max(next_ms);
        Some(self.set(now_ms))
    }

    pub(crate) fn submit(&self, connection: ConnectionId, words: &[&[u8]]) -> Option<Reply> {
        let mut inner = self.lock();
        let Inner { state, now_ms, output } = &mut *inner;
        SCRIPTS.with(|scripts| state.submit(scripts, connection, words, *now_ms, output));
        output.events.clear();
        let messages = std::mem::take(&mut output.messages);
        messages.into_iter().find(|m| m.connection == connection).map(|m| m.reply)
    }

    pub(crate) fn disconnect(&self, connection: ConnectionId) {
        self.lock().state.disconnect(connection);
    }

    /// A test that failed while it held the lock must not fail others: the
    /// state is a value and whole at every moment.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
