use lockstep_lock::Terms;
use lockstep_lock::blocking::Locks;
use std::time::Duration;

/// The library draws a random token for every acquisition.
fn two_acquisitions(client: redis::Client) -> Result<(), Box<dyn std::error::Error>> {
    let locks = Locks::connect(client, Terms::new().ttl(Duration::from_secs(30)))?;
    let mut first = locks.acquire("stock")?;
    let token = first.token().clone();
    first.release()?;
    // The same process and the same thread, and yet another owner: whatever of
    // the first acquisition is still on its way does not fit this one.
    let mut second = locks.acquire("stock")?;
    assert_ne!(*second.token(), token);
    second.release()?;
    Ok(())
}
