//! A Redis with a clock that the test moves: ours, or a real one.

use lockstep_lock::Terms;
use lockstep_lock::blocking::{Guard, Locks, timer};
use lockstep_sandbox::{Connection, Sandbox};
use lockstep_tests::{RedisServer, VirtualClock};
use redis::{ConnectionLike, RedisResult, Value};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

pub(super) enum Redis {
    Sandbox(Sandbox),
    Real(RedisServer),
}

/// A shared Redis, one for each run of a story.
#[derive(Clone)]
pub(super) struct Lab(Arc<Mutex<Redis>>);

impl Lab {
    pub(super) fn real() -> Self {
        let clock = VirtualClock::new(Sandbox::STARTED_AT_MS).expect("a clock");
        let server = RedisServer::start(clock).expect("a server");
        Self(Arc::new(Mutex::new(Redis::Real(server))))
    }

    pub(super) fn sandbox(sandbox: Sandbox) -> Self {
        Self(Arc::new(Mutex::new(Redis::Sandbox(sandbox))))
    }

    pub(super) fn redis(&self) -> MutexGuard<'_, Redis> {
        self.0.lock().expect("no test fails while it holds this")
    }

    pub(super) fn now_ms(&self) -> i64 {
        match &*self.redis() {
            Redis::Sandbox(sandbox) => sandbox.now_ms(),
            Redis::Real(server) => server.now_ms().expect("a virtual clock"),
        }
    }

    pub(super) fn advance(&self, by_ms: i64) {
        match &mut *self.redis() {
            Redis::Sandbox(sandbox) => {
                sandbox.advance(Duration::from_millis(by_ms.try_into().expect("forwards")));
            }
            Redis::Real(server) => server.advance(by_ms).expect("a server that lives"),
        }
    }

    pub(super) fn connect(&self) -> AnyConnection {
        match &*self.redis() {
            Redis::Sandbox(sandbox) => AnyConnection::Sandbox(sandbox.connect()),
            Redis::Real(server) => {
                let client = redis::Client::open(format!("redis://{}", server.address()));
                let connection = client.and_then(|client| client.get_connection());
                AnyConnection::Real(connection.expect("a server that lives"))
            }
        }
    }

    /// A client with a connection of its own; its waiting moves the clock.
    pub(super) fn locks(&self, terms: Terms) -> Locks {
        self.on(self.connect(), terms)
    }

    /// The same over a connection that the test knows.
    pub(super) fn on(
        &self,
        connection: impl ConnectionLike + Send + 'static,
        terms: Terms,
    ) -> Locks {
        self.timed(Locks::new(connection, terms))
    }

    pub(super) fn timed(&self, locks: Locks) -> Locks {
        let (clock, hands) = (self.clone(), self.clone());
        let now_ms = move || u64::try_from(clock.now_ms()).expect("after 1970");
        let wait_until_ms = move |at_ms: u64| {
            let at_ms = i64::try_from(at_ms).expect("before the end of time");
            hands.advance(at_ms.saturating_sub(hands.now_ms()).max(0));
        };
        locks.with_timer(timer(now_ms, wait_until_ms))
    }

    /// Waits, and lets happen what goes on beside the work.
    pub(super) fn work(&self, locks: &Locks, for_ms: i64) {
        self.advance(for_ms);
        locks.tend();
    }

    pub(super) fn get(&self, key: &str) -> Option<String> {
        redis::cmd("GET").arg(key).query(&mut self.connect()).expect("an answer")
    }

    pub(super) fn run<T: redis::FromRedisValue>(&self, words: &[&str]) -> T {
        let mut cmd = redis::cmd(words[0]);
        for word in &words[1..] {
            cmd.arg(*word);
        }
        cmd.query(&mut self.connect()).expect("an answer")
    }
}

pub(super) enum AnyConnection {
    Sandbox(Connection),
    Real(redis::Connection),
}

impl AnyConnection {
    fn inner(&mut self) -> &mut dyn ConnectionLike {
        match self {
            Self::Sandbox(connection) => connection,
            Self::Real(connection) => connection,
        }
    }
}

impl ConnectionLike for AnyConnection {
    fn req_packed_command(&mut self, cmd: &[u8]) -> RedisResult<Value> {
        self.inner().req_packed_command(cmd)
    }

    fn req_packed_commands(
        &mut self,
        cmd: &[u8],
        offset: usize,
        count: usize,
    ) -> RedisResult<Vec<Value>> {
        self.inner().req_packed_commands(cmd, offset, count)
    }

    fn get_db(&self) -> i64 {
        match self {
            Self::Sandbox(connection) => connection.get_db(),
            Self::Real(connection) => connection.get_db(),
        }
    }

    fn check_connection(&mut self) -> bool {
        self.inner().check_connection()
    }

    fn is_open(&self) -> bool {
        match self {
            Self::Sandbox(connection) => connection.is_open(),
            Self::Real(connection) => connection.is_open(),
        }
    }
}

/// Runs a story on the sandbox and on a real Redis.
pub(super) fn on_both(story: impl Fn(&Lab)) {
    story(&Lab::sandbox(Sandbox::new()));
    story(&Lab::real());
}

/// One attempt, whatever the lock.
pub(super) fn once() -> Terms {
    Terms::new().wait(Duration::ZERO)
}

pub(super) fn token(guard: &Guard) -> String {
    guard.token().to_string()
}

/// A whole number of seconds.
pub(super) const fn s(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}
