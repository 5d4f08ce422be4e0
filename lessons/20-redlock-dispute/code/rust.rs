use lockstep_lock::blocking::Locks;

/// What a database does: `UPDATE shelf SET pieces = ?, version = version + 1
/// WHERE version = ?`, and how many rows that has changed.
trait Shelf {
    fn read(&mut self) -> (i64, i64);
    fn write_if_unchanged(&mut self, pieces: i64, version: i64) -> u64;
}

/// The lock keeps the clients from working against each other. Whether the
/// write is still right, the row decides, in one step with it.
fn sell_one(locks: &Locks, shelf: &mut dyn Shelf) -> Result<(), Box<dyn std::error::Error>> {
    let mut guard = locks.acquire("stock")?;
    let (pieces, version) = shelf.read();
    if !guard.is_valid() {
        return Err("the lock is over: do not even try".into());
    }
    // However long a pause here may be:
    if shelf.write_if_unchanged(pieces - 1, version) == 0 {
        return Err("somebody was faster: begin anew".into());
    }
    guard.release()?;
    Ok(())
}
