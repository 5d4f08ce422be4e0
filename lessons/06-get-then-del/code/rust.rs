use lockstep_lock::blocking::Locks;
use lockstep_lock::{Released, Terms};
use std::time::Duration;

/// No look beforehand: the release itself says whether the lock was still ours.
fn sell_one(client: redis::Client) -> Result<(), Box<dyn std::error::Error>> {
    let locks = Locks::connect(client, Terms::new().ttl(Duration::from_secs(30)))?;
    let mut guard = locks.acquire("stock")?;
    // … take one from the shelf …
    match guard.release()? {
        Released::Released => println!("given back"),
        Released::NotOwner => println!("somebody else has it by now, and keeps it"),
        Released::Expired => println!("it had run out, and nobody has taken it since"),
        other => println!("{other:?}"),
    }
    Ok(())
}
