use lockstep_lock::LockError;
use lockstep_lock::blocking::Locks;

/// Where a lock it is, it goes around the transaction: the commit is inside.
fn buy(locks: &Locks, item: &str, shop: &mut dyn Database) -> Result<bool, LockError> {
    let mut guard = locks.acquire(item)?;
    shop.begin();
    let sold = shop.take_one(item);
    shop.commit();
    guard.release()?; // whoever is next sees what was committed
    Ok(sold)
}

/// `UPDATE stock SET n = n - 1 WHERE item = $1 AND n > 0` looks and takes in one
/// step. A sale that is no more than this needs no lock.
fn buy_without(item: &str, shop: &mut dyn Database) -> bool {
    shop.begin();
    let sold = shop.take_one(item);
    shop.commit();
    sold
}

trait Database {
    fn begin(&mut self);
    /// The conditional update: whether it changed a row.
    fn take_one(&mut self, item: &str) -> bool;
    fn commit(&mut self);
}
