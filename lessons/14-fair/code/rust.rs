use lockstep_lock::blocking::Locks;
use lockstep_lock::{Algorithm, LockError, Terms};
use std::time::Duration;

/// In the order of arrival. Whoever waits is told of the release, and keeps its
/// place by asking again from time to time.
fn sell_one(client: redis::Client) -> Result<bool, Box<dyn std::error::Error>> {
    let terms = Terms::new()
        .algorithm(Algorithm::Fair)
        .ttl(Duration::from_secs(30))
        .wait(Duration::from_secs(60))
        .patience(Duration::from_secs(9)); // a waiter that died costs this once
    let locks = Locks::connect(client, terms)?;
    match locks.acquire("stock") {
        Ok(mut guard) => {
            // … take one from the shelf …
            guard.release()?;
            Ok(true)
        }
        // Its place in the queue is given up.
        Err(LockError::TimedOut { .. }) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
