//! A Redis node, whatever the connection to it is.

use futures_util::future::BoxFuture;
use redis::aio::{ConnectionLike, MultiplexedConnection};
use redis::{AsyncConnectionConfig, Client, Cmd, RedisError, RedisResult, Value};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;

/// A Redis node.
pub(super) trait Node: Send + Sync {
    /// Sends a command; the answer comes when the future is polled to its end.
    fn send(&self, cmd: Cmd) -> BoxFuture<'static, RedisResult<Value>>;
}

/// A node behind a connection that the caller made.
pub(super) struct Given<C>(pub(super) C);

impl<C: ConnectionLike + Clone + Send + Sync + 'static> Node for Given<C> {
    fn send(&self, cmd: Cmd) -> BoxFuture<'static, RedisResult<Value>> {
        let mut connection = self.0.clone();
        Box::pin(async move { connection.req_packed_command(&cmd).await })
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
}

#[derive(Default)]
struct State {
    connection: Option<MultiplexedConnection>,
    /// How often it was opened.
    opened: u64,
}

/// A connection on which an answer may take so long.
pub(super) async fn open(client: &Client, within: Duration) -> RedisResult<MultiplexedConnection> {
    let config = AsyncConnectionConfig::new().set_response_timeout(Some(within));
    client.get_multiplexed_async_connection_with_config(&config).await
}

impl Reopened {
    pub(super) fn new(client: Client, answer_within: Duration) -> Self {
        Self(Arc::new(Way { client, answer_within, state: Mutex::default() }))
    }

    /// Opens the connection if there is none.
    pub(super) async fn open(&self) -> RedisResult<()> {
        self.0.connection().await.map(drop)
    }
}

impl Way {
    /// The connection, and which one it is.
    async fn connection(&self) -> RedisResult<(MultiplexedConnection, u64)> {
        let mut state = self.state.lock().await;
        if let Some(connection) = &state.connection {
            return Ok((connection.clone(), state.opened));
        }
        let connection = open(&self.client, self.answer_within).await?;
        state.opened += 1;
        state.connection = Some(connection.clone());
        Ok((connection, state.opened))
    }

    /// That one is broken.
    async fn forget(&self, broken: u64) {
        let mut state = self.state.lock().await;
        if state.opened == broken {
            state.connection = None;
        }
    }
}

impl Node for Reopened {
    fn send(&self, cmd: Cmd) -> BoxFuture<'static, RedisResult<Value>> {
        let way = Arc::clone(&self.0);
        Box::pin(async move {
            let (mut connection, which) = way.connection().await?;
            let answer = connection.req_packed_command(&cmd).await;
            if answer.as_ref().is_err_and(RedisError::is_unrecoverable_error) {
                way.forget(which).await;
            }
            answer
        })
    }
}
