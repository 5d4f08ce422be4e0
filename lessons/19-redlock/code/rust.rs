use lockstep_lock::blocking::Locks;
use lockstep_lock::{Algorithm, Terms};
use std::time::Duration;

/// One lock on several servers that know nothing of each other.
fn count_shelf(urls: &[&str]) -> Result<(), Box<dyn std::error::Error>> {
    let clients = urls.iter().map(|url| redis::Client::open(*url));
    let clients = clients.collect::<Result<Vec<_>, _>>()?;
    // One answer may take 300 ms: a small part of the time to live.
    let terms = Terms::new()
        .algorithm(Algorithm::RedLock)
        .ttl(Duration::from_secs(30))
        .node_timeout(Duration::from_millis(300))
        .wait(Duration::from_secs(5));
    let locks = Locks::connect_all(clients, terms);
    let mut guard = locks.acquire("stock")?; // failing, it gives back everywhere

    // … count the shelf …

    // By our own clock: the TTL, less what asking took, less the drift.
    if guard.validity() < Duration::from_secs(1) {
        return Err("too late to write the result".into());
    }
    // … write the result …
    guard.release()?; // on every server, whether it has answered or not
    Ok(())
}
