use lockstep_lock::blocking::Locks;
use lockstep_lock::{LockError, Terms};
use std::time::Duration;

/// The shop's database.
trait Accounts {
    fn all(&self) -> Vec<String>;
    /// In one transaction: inserts account and month into a table that takes
    /// each pair once, and charges the fee if the pair was new.
    fn charge_once(&mut self, account: &str, month: &str);
}

/// One attempt, and whoever is refused goes home. The table and not the lock
/// makes it once, so the lock may be given back, and a second run is harmless.
fn run(
    client: redis::Client,
    accounts: &mut impl Accounts,
    month: &str,
) -> Result<(), Box<dyn std::error::Error>> {
    let terms = Terms::new().ttl(Duration::from_secs(600));
    let locks = Locks::connect(client, terms)?;
    let mut guard = match locks.try_acquire("fee") {
        Ok(guard) => guard,
        Err(LockError::Taken { .. }) => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    for account in accounts.all() {
        accounts.charge_once(&account, month);
    }
    guard.release()?;
    Ok(()) // report it: an alarm goes off if nobody does
}
