use lockstep_lock::blocking::Locks;
use lockstep_lock::{LockError, Terms};
use std::time::Duration;

/// Extends the lock between the parts of the work: by a script that compares
/// the token, and never beyond two minutes in all.
fn write_list(client: redis::Client, parts: &[fn()]) -> Result<(), Box<dyn std::error::Error>> {
    let terms = Terms::new()
        .ttl(Duration::from_secs(30))
        .max_lease(Duration::from_secs(120));
    let locks = Locks::connect(client, terms)?;
    let mut guard = locks.acquire("stock")?;
    for part in parts {
        part();
        match guard.extend() {
            Ok(()) => {}
            // The answer is not known: good until the former lease ends.
            Err(LockError::Indeterminate { .. }) if guard.is_valid() => {}
            Err(lost) => return Err(lost.into()), // stop, write nothing more
        }
    }
    // … write the list …
    guard.release()?;
    Ok(())
}
