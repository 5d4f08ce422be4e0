use lockstep_lock::Terms;
use lockstep_lock::blocking::Locks;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Thirty seconds, renewed every ten while the guard lives, for five minutes at
/// the longest.
fn count_shelf(client: redis::Client) -> Result<(), Box<dyn std::error::Error>> {
    let terms = Terms::new().ttl(Duration::from_secs(30)).watchdog(Duration::from_secs(300));
    let locks = Locks::connect(client, terms)?;
    let mut guard = locks.acquire("stock")?;

    let lost = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&lost);
    guard.on_lost(move |_why| flag.store(true, Ordering::Relaxed));

    for _row in 0..1000 {
        if lost.load(Ordering::Relaxed) {
            return Err("the lock was lost in the middle of the count".into());
        }
        // … count one row of the shelf …
    }
    guard.release()?; // the watchdog ends here, or when the guard is dropped
    Ok(())
}
