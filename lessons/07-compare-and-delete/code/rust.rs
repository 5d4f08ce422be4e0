use lockstep_lock::blocking::Locks;
use lockstep_lock::{Released, Terms};
use std::time::Duration;

/// The library compares and deletes in one script. It sends `EVALSHA`, and the
/// script itself where the server answers `NOSCRIPT`.
fn sell_one(client: redis::Client) -> Result<(), Box<dyn std::error::Error>> {
    let locks = Locks::connect(client, Terms::new().ttl(Duration::from_secs(30)))?;
    let mut guard = locks.acquire("stock")?;
    // … take one from the shelf …
    match guard.release()? {
        Released::Released => println!("it was ours, and is free now"),
        lost => println!("it was ours no longer: {lost:?}"),
    }
    Ok(())
}
