use lockstep_lock::LockError;
use lockstep_lock::blocking::Locks;

/// What becomes of a customer's click.
enum Answer {
    Sold,
    SoldOut,
    TryLater,
}

/// Refuses where there is no lock: for work that nothing else protects.
fn charge(locks: &Locks, charge_card: impl Fn()) -> Result<Answer, LockError> {
    match locks.try_acquire("card") {
        Ok(mut guard) => {
            charge_card();
            guard.release()?;
            Ok(Answer::Sold)
        }
        Err(LockError::Taken { .. }) => Ok(Answer::TryLater),
        // No answer is not "taken": the lock may be ours. A release was sent
        // after it; should that be lost too, the lock ends by itself.
        Err(LockError::Indeterminate { .. }) => Ok(Answer::TryLater),
        Err(other) => Err(other),
    }
}

/// Goes on without Redis, by design: `update` is
/// `UPDATE stock SET remaining = remaining - 1 WHERE id = ? AND remaining > 0`,
/// and says whether a row was changed.
fn sell_one(locks: &Locks, update: impl Fn() -> bool) -> Answer {
    let _guard = match locks.try_acquire("stock") {
        Ok(guard) => Some(guard), // given back when it is dropped
        Err(LockError::Taken { .. }) => return Answer::TryLater,
        Err(trouble) => {
            eprintln!("without a lock, as designed: {trouble}"); // and count it
            None
        }
    };
    if update() { Answer::Sold } else { Answer::SoldOut }
}
