use lockstep_lock::blocking::Locks;
use lockstep_lock::{Released, Terms};
use std::time::Duration;

/// Every acquisition has a token of its own, and the release compares it.
fn sell_one(client: redis::Client) -> Result<(), Box<dyn std::error::Error>> {
    let terms = Terms::new().ttl(Duration::from_secs(30)).wait(Duration::from_secs(5));
    let locks = Locks::connect(client, terms)?;
    let mut guard = locks.acquire("stock")?;
    // … take one from the shelf …
    match guard.release()? {
        Released::Released => println!("given back"),
        late => println!("the lock was lost before it was given back: {late:?}"),
    }
    Ok(())
}
