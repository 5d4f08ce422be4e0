use lockstep_lock::blocking::Locks;
use lockstep_lock::{Released, Terms};
use std::time::Duration;

/// What a database does in one transaction: `INSERT` the order, which is unique,
/// and `UPDATE shelf SET pieces = pieces - 1 WHERE pieces > 0`.
trait Shop {
    /// False if this order was sold before, or if nothing is left.
    fn sell(&mut self, order: &str) -> bool;
}

/// Right without the lock too. The lock spares the database the rush.
fn sell_one(
    locks: &Locks,
    shop: &mut dyn Shop,
    order: &str,
) -> Result<bool, Box<dyn std::error::Error>> {
    let mut guard = locks.acquire("stock")?;
    let sold = shop.sell(order);
    match guard.release() {
        Ok(Released::Released) => {}
        // Count these: the time to live is too short for what really happens.
        late => println!("the lock was lost before it was given back: {late:?}"),
    }
    Ok(sold)
}

fn open(client: redis::Client) -> Result<Locks, Box<dyn std::error::Error>> {
    // A limit to the work, and one to the waiting.
    let terms = Terms::new().ttl(Duration::from_secs(30)).wait(Duration::from_secs(2));
    Ok(Locks::connect(client, terms)?)
}
