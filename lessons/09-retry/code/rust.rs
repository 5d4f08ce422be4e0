use lockstep_lock::blocking::Locks;
use lockstep_lock::{LockError, Retry, Terms};
use std::time::Duration;

/// Pauses that double from 10 ms up to 500 ms, each drawn from its upper half,
/// and five seconds in all.
fn sell_one(client: redis::Client) -> Result<(), Box<dyn std::error::Error>> {
    let retry = Retry::Backoff { first_ms: 10, cap_ms: 500, attempts: u32::MAX };
    let terms = Terms::new()
        .silent() // wait by this rhythm alone, without announcements
        .retry(retry)
        .wait(Duration::from_secs(5));
    let locks = Locks::connect(client, terms)?;
    match locks.acquire("stock") {
        Ok(mut guard) => {
            // … take one from the shelf …
            guard.release()?;
        }
        Err(error @ LockError::TimedOut { .. }) => println!("come back later: {error}"),
        Err(error) => return Err(error.into()),
    }
    Ok(())
}
