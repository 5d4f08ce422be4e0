use lockstep_lock::blocking::Locks;
use lockstep_lock::{Released, Terms};
use std::time::Duration;

/// Connecting asks the server once which way of comparing it has. Where the
/// command turns out to be unknown later, the library sends its script.
fn sell_one(client: redis::Client) -> Result<(), Box<dyn std::error::Error>> {
    let locks = Locks::connect(client, Terms::new().ttl(Duration::from_secs(30)))?;
    let mut guard = locks.acquire("stock")?;
    // … half of the work …
    guard.extend()?;
    // … the other half …
    match guard.release()? {
        Released::Released => println!("given back"),
        Released::NotOwner => println!("somebody else has it by now"),
        late => println!("it was over before that: {late:?}"),
    }
    Ok(())
}
