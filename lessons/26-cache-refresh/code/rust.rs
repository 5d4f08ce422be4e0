use lockstep_lock::blocking::Locks;
use lockstep_lock::{LockError, Released, Terms};
use std::time::Duration;

/// A few times the usual length of the query, and a wait of zero: one attempt.
fn terms() -> Terms {
    Terms::new().ttl(Duration::from_secs(10)).wait(Duration::ZERO)
}

/// One refreshes, the others show what is there. `None` if nothing is.
fn top(locks: &Locks, cache: &mut dyn Cache) -> Result<Option<String>, LockError> {
    if !cache.is_fresh() {
        match locks.acquire("top") {
            Ok(mut guard) => {
                // Somebody may have been faster: once more, with the lock in hand.
                if !cache.is_fresh() {
                    cache.refresh();
                }
                if guard.release()? != Released::Released {
                    println!("the lock was too short: a query too many, perhaps");
                }
            }
            Err(LockError::Taken { .. }) => {} // somebody is at it
            Err(other) => return Err(other),
        }
    }
    Ok(cache.read())
}

trait Cache {
    fn is_fresh(&self) -> bool;
    fn read(&self) -> Option<String>;
    /// Asks the database, writes the list, and then the mark.
    fn refresh(&mut self);
}
