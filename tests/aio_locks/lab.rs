//! A Redis on a clock that the test moves, and locks that live in its time.

use lockstep_lock::Terms;
use lockstep_lock::aio::{Guard, Locks, Timer, timer};
use lockstep_resp::{Command, Reply};
use lockstep_sandbox::{Multiplexed, Sandbox};
use lockstep_tests::{RedisServer, VirtualClock};
use redis::aio::{ConnectionLike, MultiplexedConnection};
use redis::{Cmd, Pipeline, RedisFuture, Value};
use std::sync::Mutex;
use std::time::Duration;

/// A Redis on a clock that the test moves: the sandbox, or a real one. The
/// sandbox is the clock in both cases.
pub(super) struct Lab {
    pub(super) sandbox: Sandbox,
    real: Option<Mutex<RedisServer>>,
}

impl Lab {
    pub(super) fn sandbox() -> Self {
        Self::over(Sandbox::new())
    }

    pub(super) fn over(sandbox: Sandbox) -> Self {
        Self { sandbox, real: None }
    }

    fn real() -> Self {
        let clock = VirtualClock::new(Sandbox::STARTED_AT_MS).expect("a clock");
        let real = RedisServer::start(clock).expect("a server");
        Self { sandbox: Sandbox::new(), real: Some(Mutex::new(real)) }
    }

    pub(super) async fn connect(&self) -> AnyConnection {
        let Some(real) = &self.real else {
            return AnyConnection::Sandbox(self.sandbox.connect_multiplexed());
        };
        let address = format!("redis://{}", real.lock().expect("no panic").address());
        let client = redis::Client::open(address).expect("an address");
        let connection = client.get_multiplexed_async_connection().await;
        AnyConnection::Real(connection.expect("a server that lives"))
    }

    /// A client with a connection of its own.
    pub(super) async fn locks(&self, terms: Terms) -> Locks {
        self.locks_over(self.connect().await, terms)
    }

    pub(super) fn locks_over<C>(&self, connection: C, terms: Terms) -> Locks
    where
        C: ConnectionLike + Clone + Send + Sync + 'static,
    {
        Locks::new(connection, terms).with_timer(self.timer())
    }

    pub(super) fn timer(&self) -> impl Timer + use<> {
        let (clock, sleep) = (self.sandbox.clone(), self.sandbox.clone());
        timer(
            move || clock.now_ms().unsigned_abs(),
            move |at_ms| sleep.sleep_until_ms(at_ms.cast_signed()),
        )
    }

    /// Sends one command, as typed in `redis-cli`, on a connection of its own.
    pub(super) fn type_in(&self, line: &str) -> Reply {
        let command = Command::parse(line).expect("a command");
        match &self.real {
            None => self.sandbox.connect().call(command.words()),
            Some(real) => {
                let connection = real.lock().expect("no panic").connect();
                connection.and_then(|mut c| c.call(&command)).expect("a server that lives")
            }
        }
    }

    /// The token in the key of the lock `stock`.
    pub(super) fn owner(&self) -> Option<String> {
        match self.type_in("GET lock:stock") {
            Reply::Bulk(token) => Some(String::from_utf8_lossy(&token).into_owned()),
            _ => None,
        }
    }

    /// Lets so much time pass, from event to event.
    pub(super) async fn elapse(&self, by_ms: i64) {
        let end_ms = self.sandbox.now_ms() + by_ms;
        let mut end = std::pin::pin!(self.sandbox.sleep_until_ms(end_ms));
        let _ = futures_util::poll!(&mut end);
        while self.sandbox.now_ms() < end_ms {
            self.settle().await;
            self.sandbox.advance_to_next_event();
            if let Some(real) = &self.real {
                let mut real = real.lock().expect("no panic");
                real.set_clock(self.sandbox.now_ms()).expect("a server that lives");
            }
        }
        self.settle().await;
    }

    /// Lets the tasks do what they can do without time passing.
    pub(super) async fn settle(&self) {
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        if self.real.is_some() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// How many commands the sandbox has been sent so far.
    pub(super) fn commands(&self) -> usize {
        self.sandbox.log().len()
    }
}

pub(super) fn token(guard: &Guard) -> Option<String> {
    Some(guard.token().to_string())
}

/// Runs a story on the sandbox, on one thread.
pub(super) fn on_sandbox(story: impl AsyncFnOnce(&Lab)) {
    run(&Lab::sandbox(), story);
}

/// Runs a story on the sandbox and on a real Redis.
pub(super) fn on_both(story: impl AsyncFn(&Lab)) {
    run(&Lab::sandbox(), &story);
    run(&Lab::real(), story);
}

fn run(lab: &Lab, story: impl AsyncFnOnce(&Lab)) {
    one_thread().block_on(story(lab));
}

pub(super) fn one_thread() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}

/// Polls this so many times, then drops it. Answers whether it was over before.
pub(super) async fn is_over_after(polls: usize, what: impl Future) -> bool {
    let mut what = std::pin::pin!(what);
    for _ in 0..polls {
        if futures_util::poll!(&mut what).is_ready() {
            return true;
        }
        tokio::task::yield_now().await;
    }
    false
}

#[derive(Clone)]
pub(super) enum AnyConnection {
    Sandbox(Multiplexed),
    Real(MultiplexedConnection),
}

impl ConnectionLike for AnyConnection {
    fn req_packed_command<'a>(&'a mut self, cmd: &'a Cmd) -> RedisFuture<'a, Value> {
        match self {
            Self::Sandbox(connection) => connection.req_packed_command(cmd),
            Self::Real(connection) => connection.req_packed_command(cmd),
        }
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        pipeline: &'a Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        match self {
            Self::Sandbox(connection) => connection.req_packed_commands(pipeline, offset, count),
            Self::Real(connection) => connection.req_packed_commands(pipeline, offset, count),
        }
    }

    fn get_db(&self) -> i64 {
        0
    }
}
