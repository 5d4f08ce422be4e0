//! Listening for releases: one connection for all who wait.

mod ear;
mod link;
mod routes;

pub(super) use ear::Ear;

use lockstep_resp::Blob;
use redis::Client;
use routes::{Routes, Waiter};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

/// A handle to the task that listens. The task ends with the last handle.
#[derive(Clone)]
pub(super) struct Hub {
    calls: UnboundedSender<Call>,
    hall: Arc<Hall>,
}

/// What the task and the waiters share.
struct Hall {
    /// How many waiters there have been.
    waiters: AtomicU64,
    /// The channel of this process, see [`Lock::inbox`](crate::Lock::inbox).
    inbox: Blob,
    routes: Mutex<Routes>,
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
    /// A channel has no waiters any more.
    Idle,
}

impl Hub {
    /// Starts the task on the current runtime. It connects when somebody waits.
    pub(super) fn start(client: Client) -> Self {
        let (calls, receiver) = unbounded_channel();
        let inbox = format!("lockstep:listener:{}", uuid::Uuid::new_v4().as_simple());
        let (waiters, inbox, routes) =
            (AtomicU64::new(0), inbox.as_bytes().into(), Mutex::default());
        let hall = Arc::new(Hall { waiters, inbox, routes });
        tokio::spawn(link::run(client, receiver, Arc::clone(&hall)));
        Self { calls, hall }
    }

    /// Where this process hears.
    pub(super) fn inbox(&self) -> &Blob {
        &self.hall.inbox
    }

    /// Numbers in the order of coming.
    fn number(&self) -> u64 {
        self.hall.waiters.fetch_add(1, Ordering::Relaxed)
    }
}

impl Hall {
    fn routes(&self) -> MutexGuard<'_, Routes> {
        self.routes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
