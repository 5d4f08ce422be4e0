use lockstep_lock::Terms;
use lockstep_lock::blocking::Locks;
use std::time::Duration;

/// A row that notes the largest number it has seen, at reads and at writes:
/// `UPDATE shelf SET fence = ? WHERE fence <= ? RETURNING pieces`, and
/// `UPDATE shelf SET pieces = ?, fence = ? WHERE fence <= ?`.
trait FencedShelf {
    fn read(&mut self, fence: i64) -> Option<i64>;
    fn write(&mut self, pieces: i64, fence: i64) -> bool;
}

fn sell_one(
    client: redis::Client,
    shelf: &mut dyn FencedShelf,
) -> Result<(), Box<dyn std::error::Error>> {
    let terms = Terms::new().ttl(Duration::from_secs(30)).fenced();
    let locks = Locks::connect(client, terms)?;
    let mut guard = locks.acquire("stock")?;
    let fence = guard.fencing_token().ok_or("this lock hands out no number")?;

    let pieces = shelf.read(fence).ok_or("somebody came after us")?;
    // However long a pause here may be:
    if !shelf.write(pieces - 1, fence) {
        return Err("somebody came after us, and nothing was written".into());
    }
    guard.release()?;
    Ok(())
}
