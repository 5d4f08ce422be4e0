//! A connection that tasks share.

use crate::{Connection, Faults, Sandbox};
use futures_util::lock::Mutex;
use redis::aio::ConnectionLike;
use redis::{Cmd, Pipeline, RedisFuture, Value};
use std::fmt;
use std::sync::Arc;

/// A connection that tasks share, as `redis::aio::MultiplexedConnection` is:
/// clones are the same connection. Commands go one after the other; one that
/// blocks holds up the others.
#[derive(Clone)]
pub struct Multiplexed {
    connection: Arc<Mutex<Connection>>,
    faults: Faults,
}

impl Multiplexed {
    /// The faults that await the connection: a handle to keep.
    pub fn faults(&self) -> Faults {
        self.faults.clone()
    }
}

impl Sandbox {
    /// Opens a connection to it that tasks can share.
    pub fn connect_multiplexed(&self) -> Multiplexed {
        let connection = self.connect();
        let faults = connection.faults();
        Multiplexed { connection: Arc::new(Mutex::new(connection)), faults }
    }
}

impl ConnectionLike for Multiplexed {
    fn req_packed_command<'a>(&'a mut self, cmd: &'a Cmd) -> RedisFuture<'a, Value> {
        Box::pin(async move { self.connection.lock().await.req_packed_command(cmd).await })
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        pipeline: &'a Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        Box::pin(async move {
            let mut connection = self.connection.lock().await;
            connection.req_packed_commands(pipeline, offset, count).await
        })
    }

    /// The first database: one that tasks share should stay where it is.
    fn get_db(&self) -> i64 {
        0
    }
}

impl fmt::Debug for Multiplexed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Multiplexed").finish_non_exhaustive()
    }
}
