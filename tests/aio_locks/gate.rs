//! A connection that can be held up.

use lockstep_sandbox::Multiplexed;
use redis::aio::ConnectionLike;
use redis::{Cmd, Pipeline, RedisFuture, Value};
use std::sync::Arc;
use tokio::sync::watch;

/// A connection to the sandbox with a gate: before it commands wait, behind it
/// answers do.
#[derive(Clone)]
pub(super) struct Gated {
    connection: Multiplexed,
    stands: Stands,
    is_open: watch::Receiver<bool>,
}

/// Where the gate stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stands {
    /// Commands do not arrive while it is closed.
    Before,
    /// Commands are applied, and their answers wait.
    Behind,
}

/// Opens and closes it.
#[derive(Clone)]
pub(super) struct Gate(Arc<watch::Sender<bool>>);

impl Gate {
    /// A connection with a gate that is open.
    pub(super) fn on(connection: Multiplexed, stands: Stands) -> (Gated, Self) {
        let (gate, is_open) = watch::channel(true);
        (Gated { connection, stands, is_open }, Self(Arc::new(gate)))
    }

    pub(super) fn close(&self) {
        self.0.send_replace(false);
    }

    pub(super) fn open(&self) {
        self.0.send_replace(true);
    }
}

impl Gated {
    async fn pass(&mut self, stands: Stands) {
        if self.stands == stands && self.is_open.wait_for(|is_open| *is_open).await.is_err() {
            // The test is over.
            std::future::pending::<()>().await;
        }
    }
}

impl ConnectionLike for Gated {
    fn req_packed_command<'a>(&'a mut self, cmd: &'a Cmd) -> RedisFuture<'a, Value> {
        Box::pin(async move {
            // A real connection answers neither at once nor in the same turn.
            tokio::task::yield_now().await;
            self.pass(Stands::Before).await;
            let answer = self.connection.req_packed_command(cmd).await;
            self.pass(Stands::Behind).await;
            tokio::task::yield_now().await;
            answer
        })
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        pipeline: &'a Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        self.connection.req_packed_commands(pipeline, offset, count)
    }

    fn get_db(&self) -> i64 {
        0
    }
}
