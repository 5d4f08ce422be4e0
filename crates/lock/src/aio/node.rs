//! A Redis node, whatever the connection to it is.

use redis::aio::{ConnectionLike, MultiplexedConnection};
use redis::{AsyncConnectionConfig, Client, Cmd, RedisError, RedisResult, Value};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How many handles of a connection are kept that nobody uses: a new one costs
/// more than all else that is done for a command here.
const IDLE: usize = 4;

/// A way to a Redis node.
pub(super) trait Exchange: Send + Sync + 'static {
    /// Sends a command; the answer comes when the future is polled to its end.
    fn exchange(&self, cmd: Cmd) -> impl Future<Output = RedisResult<Value>> + Send;
}

/// A node behind a connection that the caller made.
pub(super) struct Given<C>(pub(super) C);

impl<C: ConnectionLike + Clone + Send + Sync + 'static> Exchange for Given<C> {
    async fn exchange(&self, cmd: Cmd) -> RedisResult<Value> {
        self.0.clone().req_packed_command(&cmd).await
    }
}

/// A node whose connection is opened at its first command, and again at the
/// first command after it broke.
#[derive(Clone)]
pub(super) struct Reopened(Arc<Way>);

struct Way {
    client: Client,
    answer_within: Duration,
    state: Mutex<State>,
    /// Held by the one who opens it, while the others wait.
    opening: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct State {
    connection: Option<MultiplexedConnection>,
    /// Handles of the same connection.
    idle: Vec<MultiplexedConnection>,
    /// How often it was opened.
    opened: u64,
}

/// A handle of the connection, and which connection that is.
struct Lent {
    connection: MultiplexedConnection,
    which: u64,
}

/// A connection on which an answer may take so long.
pub(super) async fn open(client: &Client, within: Duration) -> RedisResult<MultiplexedConnection> {
    let config = AsyncConnectionConfig::new().set_response_timeout(Some(within));
    client.get_multiplexed_async_connection_with_config(&config).await
}

impl Reopened {
    pub(super) fn new(client: Client, answer_within: Duration) -> Self {
        let (state, opening) = (Mutex::default(), tokio::sync::Mutex::default());
        Self(Arc::new(Way { client, answer_within, state, opening }))
    }

    /// Opens the connection if there is none.
    pub(super) async fn open(&self) -> RedisResult<()> {
        self.0.lend().await.map(drop)
    }
}

impl Way {
    async fn lend(&self) -> RedisResult<Lent> {
        if let Some(lent) = self.state().lend() {
            return Ok(lent);
        }
        let _opening = self.opening.lock().await;
        if let Some(lent) = self.state().lend() {
            return Ok(lent);
        }
        let connection = open(&self.client, self.answer_within).await?;
        let mut state = self.state();
        state.opened += 1;
        state.connection = Some(connection.clone());
        Ok(Lent { connection, which: state.opened })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn lend(&mut self) -> Option<Lent> {
        let connection = self.idle.pop().or_else(|| self.connection.clone())?;
        Some(Lent { connection, which: self.opened })
    }

    fn take_back(&mut self, lent: Lent, is_broken: bool) {
        if self.opened != lent.which {
            return;
        }
        if is_broken {
            self.connection = None;
            self.idle.clear();
        } else if self.connection.is_some() && self.idle.len() < IDLE {
            self.idle.push(lent.connection);
        }
    }
}

impl Exchange for Reopened {
    async fn exchange(&self, cmd: Cmd) -> RedisResult<Value> {
        let mut lent = self.0.lend().await?;
        let answer = lent.connection.req_packed_command(&cmd).await;
        let is_broken = answer.as_ref().is_err_and(RedisError::is_unrecoverable_error);
        self.0.state().take_back(lent, is_broken);
        answer
    }
}
