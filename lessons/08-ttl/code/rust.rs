use lockstep_lock::blocking::Locks;
use lockstep_lock::{Released, Terms};
use std::time::Duration;

/// Twice the p99 that was measured, and less than the outage that can be borne.
const TTL: Duration = Duration::from_secs(60);

fn count_stock(client: redis::Client) -> Result<(), Box<dyn std::error::Error>> {
    let terms = Terms::new().ttl(TTL).wait(Duration::from_secs(90));
    let locks = Locks::connect(client, terms)?;
    let mut guard = locks.acquire("stock")?;
    // … count …
    let left = guard.validity(); // by this clock alone
    match guard.release()? {
        Released::Released => println!("{left:?} were left of {TTL:?}"),
        late => println!("the work took longer than its lock: {late:?}"),
    }
    Ok(())
}
