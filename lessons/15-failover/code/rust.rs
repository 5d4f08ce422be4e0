use lockstep_lock::Terms;
use lockstep_lock::blocking::{Guard, Locks};
use std::time::Duration;

/// What a row says, and how often it was written.
struct Row {
    left: i64,
    version: i64,
}

/// A failover may give the lock to a second owner, so it only saves work. What
/// keeps the stock right is the version, which the database compares:
/// `UPDATE stock SET remaining = ?, version = version + 1 WHERE id = ? AND version = ?`,
/// and `write` says whether a row was changed.
fn sell_one(
    client: redis::Client,
    read: impl Fn() -> Row,
    write: impl Fn(i64, i64) -> bool,
) -> Result<bool, Box<dyn std::error::Error>> {
    let locks = Locks::connect(client, Terms::new().ttl(Duration::from_secs(30)))?;
    let sold = locks.with("stock", |_guard: &Guard| {
        let row = read();
        // … pack one piece …
        row.left > 0 && write(row.left - 1, row.version)
    })?; // an error if the lock was lost on the way
    Ok(sold) // false: sold out, or somebody was quicker
}
