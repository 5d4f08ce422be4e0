use lockstep_lock::LockError;
use lockstep_lock::blocking::{Guard, Locks};

/// The work asks for the guard, so that it cannot be called without the lock.
fn take_one_from_the_shelf(_proof: &Guard) {
    // …
}

/// A lock that is not granted is an `Err`: there is no reply to forget.
fn sell_one(locks: &Locks) -> Result<(), LockError> {
    let mut guard = locks.try_acquire("stock")?;
    take_one_from_the_shelf(&guard);
    guard.release()?;
    Ok(())
}

/// What the caller makes of it.
fn answer(locks: &Locks) -> &'static str {
    match sell_one(locks) {
        Ok(()) => "sold",
        Err(LockError::Taken { .. }) => "please try again",
        Err(_) => "something is wrong with the lock; nothing is certain",
    }
}
