use lockstep_lock::LockError;
use lockstep_lock::blocking::Locks;

/// Where the headphones and the orders are: a database.
trait Shop {
    fn stock(&self) -> u32;
    fn charge_card(&self);
    fn set_stock(&mut self, left: u32);
    fn add_order(&mut self);
}

/// From the first look to the last write, one client at a time, whichever
/// process it is in. A `std::sync::Mutex` would end at this process.
fn sell_one(locks: &Locks, shop: &mut impl Shop) -> Result<bool, LockError> {
    locks.with("stock", |_guard| {
        let left = shop.stock();
        if left == 0 {
            return false; // sold out
        }
        shop.charge_card();
        shop.set_stock(left - 1);
        shop.add_order();
        true
    })
}
