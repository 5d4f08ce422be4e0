//! A worker that trusts its lock for longer than it has it.

use anyhow::{Result, ensure};
use lockstep_lock::Terms;
use lockstep_lock::blocking::Locks;
use std::io::stdin;
use std::time::Duration;

pub(super) fn run(url: &str, ttl_ms: u64) -> Result<()> {
    let terms = Terms::new().fenced().ttl(Duration::from_millis(ttl_ms));
    let locks = Locks::connect(redis::Client::open(url)?, terms)?;
    let mut guard = locks.acquire("stock")?;
    ensure!(guard.is_valid(), "it was taken this moment");
    let number = guard.fencing_token().unwrap_or_default();
    println!("holds {number}");
    // Between this look at the lock and the write the process may be paused.
    ensure!(stdin().read_line(&mut String::new())? > 0, "nobody says when to write");
    println!("writes {number}");
    println!("{:?}", guard.release()?);
    Ok(())
}
