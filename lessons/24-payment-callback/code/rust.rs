use lockstep_lock::LockError;
use lockstep_lock::blocking::Locks;

/// The shop's database and the payment service.
trait Shop {
    fn is_credited(&self, order: &str) -> bool;
    fn is_genuine(&self, order: &str) -> bool;
    /// In one transaction: inserts the order's number into a table that takes
    /// each once, and credits the wallet if the number was new.
    fn credit_once(&mut self, order: &str);
}

/// `locks` wait up to two seconds: `Terms::new().wait(Duration::from_secs(2))`.
fn callback(
    locks: &Locks,
    shop: &mut impl Shop,
    order: &str,
) -> Result<&'static str, LockError> {
    let answer = locks.with(&format!("order:{order}"), |_guard| {
        if !shop.is_credited(order) {
            if !shop.is_genuine(order) {
                return "refused";
            }
            shop.credit_once(order);
        }
        "success"
    });
    match answer {
        // Not an error: the payment service will come again.
        Err(LockError::TimedOut { .. }) => Ok("in progress"),
        answer => answer,
    }
}
