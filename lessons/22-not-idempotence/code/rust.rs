use lockstep_lock::LockError;
use lockstep_lock::blocking::Locks;

enum Placed {
    Sold,
    SoldOut,
    /// The order was carried out before; answer as the first time.
    Seen,
}

/// The shop's database.
trait Shop {
    /// In one transaction: `INSERT INTO orders … ON CONFLICT DO NOTHING`, which
    /// must insert a row, and `UPDATE stock SET n = n - 1 WHERE n > 0`, which
    /// must change one. Otherwise it is rolled back.
    fn place(&mut self, order: &str) -> Placed;
}

/// The lock saves work; what is right does not depend on it.
fn handle(locks: &Locks, shop: &mut impl Shop, order: &str) -> Result<&'static str, LockError> {
    let placed = locks.with("stock", |_guard| shop.place(order))?;
    Ok(match placed {
        Placed::Sold | Placed::Seen => "ordered",
        Placed::SoldOut => "sold out",
    })
}
