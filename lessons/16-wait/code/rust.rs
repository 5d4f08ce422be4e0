use lockstep_lock::blocking::Locks;
use lockstep_lock::{Algorithm, LockError, Terms};
use std::time::Duration;

/// The lock counts once one replica has confirmed it. `WAIT` holds up the
/// connection that sends it, so these locks keep one for themselves.
fn sell_one(client: redis::Client) -> Result<(), Box<dyn std::error::Error>> {
    let terms = Terms::new()
        .ttl(Duration::from_secs(30))
        .algorithm(Algorithm::Replicated)
        .replicas(1)
        .node_timeout(Duration::from_millis(300));
    let locks = Locks::connect(client, terms)?;
    match locks.try_acquire("stock") {
        Ok(mut guard) => {
            // … take one from the shelf …
            guard.release()?;
        }
        // Too few replicas in time. The lock was given back.
        Err(LockError::NotReplicated { confirmed, needed, .. }) => {
            println!("{confirmed} of {needed} replicas confirmed, try later");
        }
        Err(LockError::Taken { .. }) => println!("somebody else is at the shelf"),
        Err(other) => return Err(other.into()),
    }
    Ok(())
}
