use lockstep_lock::blocking::Locks;
use lockstep_lock::{Algorithm, LockError, Terms};

/// What goes over the wire, agreed on with the other service: the key is the
/// prefix and the name as UTF-8, the value a token, its type a string.
fn terms() -> Terms {
    Terms::new().prefix("lock:").algorithm(Algorithm::Token)
}

/// One takes the lock, the other one must be refused. `theirs` is what the other
/// service does, byte for byte.
fn shared(client: redis::Client) -> Result<(), Box<dyn std::error::Error>> {
    let mut theirs = client.get_connection()?;
    let locks = Locks::connect(client, terms())?;
    let mut guard = locks.acquire("stock")?;
    let mut set = redis::cmd("SET");
    set.arg("lock:stock").arg("B-1").arg("NX").arg("PX").arg(1_000);
    let refused: Option<String> = set.query(&mut theirs)?;
    assert_eq!(refused, None, "two locks under one name");
    guard.release()?;
    let taken: Option<String> = set.query(&mut theirs)?;
    assert_eq!(taken.as_deref(), Some("OK"), "our release has deleted nothing");
    Ok(())
}

/// And the other way round: while they hold it, we are the ones to wait.
fn is_theirs(locks: &Locks) -> bool {
    matches!(locks.acquire("stock"), Err(LockError::Taken { .. } | LockError::TimedOut { .. }))
}
