use lockstep_lock::blocking::Locks;
use lockstep_lock::{LockError, Terms};
use std::time::Duration;

/// Takes the lock by one command, `SET … NX PX 30000`: no lock without an end.
fn sell_one(client: redis::Client) -> Result<(), Box<dyn std::error::Error>> {
    let locks = Locks::connect(client, Terms::new().ttl(Duration::from_secs(30)))?;
    match locks.try_acquire("stock") {
        Ok(mut guard) => {
            // … take one from the shelf …
            guard.release()?;
        }
        Err(LockError::Taken { .. }) => println!("somebody else is at the shelf"),
        // The reply got lost. If the lock is ours, it ends after thirty seconds.
        Err(LockError::Indeterminate { .. }) => println!("try again in half a minute"),
        Err(other) => return Err(other.into()),
    }
    Ok(())
}

/// Whether a lock would stay for ever: worth an alarm.
fn has_no_end(connection: &mut redis::Connection, key: &str) -> redis::RedisResult<bool> {
    let left_ms: i64 = redis::cmd("PTTL").arg(key).query(connection)?;
    Ok(left_ms == -1) // -2: no such key
}
