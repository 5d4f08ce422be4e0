use lockstep_lock::LockError;
use lockstep_lock::blocking::Locks;

/// What is slow and needs nothing of the shop's comes before the lock. What the
/// write relies on is read inside it.
fn sell_one(locks: &Locks, item: &str, stock: &mut dyn Stock) -> Result<bool, LockError> {
    let reservation = ask_the_card_company();
    let mut guard = locks.acquire(item)?; // `lock:apples` is not `lock:books`
    let left = stock.read(item);
    let sold = left > 0;
    if sold {
        stock.write(item, left - 1);
    }
    guard.release()?;
    if !sold {
        reservation.drop_again();
    }
    Ok(sold)
}

trait Stock {
    fn read(&self, item: &str) -> u32;
    fn write(&mut self, item: &str, left: u32);
}

struct Reservation;

impl Reservation {
    fn drop_again(self) {}
}

fn ask_the_card_company() -> Reservation {
    Reservation
}
