//! Listening for releases: one connection for all who wait.

mod ear;
mod link;
mod routes;

pub(super) use ear::Ear;

use lockstep_resp::Blob;
use redis::Client;
use routes::Waiter;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

/// A handle to the task that listens. The task ends with the last handle.
#[derive(Clone)]
pub(super) struct Hub {
    calls: UnboundedSender<Call>,
    waiters: Arc<AtomicU64>,
}

/// What waiters tell the task.
enum Call {
    Listen {
        channel: Blob,
        waiter: u64,
        ear: Waiter,
    },
    Leave {
        channel: Blob,
        waiter: u64,
        /// It was woken and makes nothing of it: another should be.
        pass_on: bool,
    },
}

impl Hub {
    /// Starts the task on the current runtime. It connects when somebody waits.
    pub(super) fn start(client: Client) -> Self {
        let (calls, receiver) = unbounded_channel();
        tokio::spawn(link::run(client, receiver));
        Self { calls, waiters: Arc::default() }
    }

    /// Numbers in the order of coming.
    fn number(&self) -> u64 {
        self.waiters.fetch_add(1, Ordering::Relaxed)
    }
}
