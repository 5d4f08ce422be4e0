//! Pauses beyond the time to live: a lock cannot keep the late one out, a
//! resource that checks the fencing number can.

use super::lab::{FACES, Locks, PATIENCE, Worker, runtime};
use anyhow::{Context as _, Result};
use lockstep_lock::{Released, Terms, aio};
use lockstep_tests::{RedisServer, go_on, suspend};
use redis::Client;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A resource: the last value, and the highest number that came with one.
#[derive(Default)]
struct Store {
    checks: bool,
    highest: i64,
    value: String,
    refused: usize,
    /// How often a later owner's value was overwritten by an earlier owner's.
    overwritten: usize,
}

impl Store {
    fn of(writes: &[(i64, String)], checks: bool) -> Self {
        let mut store = Self { checks, ..Self::default() };
        for (number, value) in writes {
            store.write(*number, value);
        }
        store
    }

    fn write(&mut self, number: i64, value: &str) {
        let stale = number < self.highest;
        if stale && self.checks {
            self.refused += 1;
            return;
        }
        self.overwritten += usize::from(stale);
        self.highest = self.highest.max(number);
        value.clone_into(&mut self.value);
    }
}

fn number(line: &str, word: &str) -> Result<i64> {
    let number = line.strip_prefix(word).with_context(|| line.to_owned())?;
    Ok(number.trim().parse()?)
}

#[test]
fn a_process_suspended_beyond_its_time_to_live_writes_too_late() -> Result<()> {
    let server = RedisServer::start_real_time()?;
    let url = server.url();
    let mut late = Worker::start(&["write", &url, "300"])?;
    let first = number(&late.line()?, "holds")?;
    suspend(&late.process)?;
    let mut writes = Vec::new();
    for name in ["second", "third"] {
        let mut next = Worker::start(&["write", &url, "5000"])?;
        let holds = number(&next.line()?, "holds")?;
        assert!(holds > first, "{name}: it has the lock, and the first does not know");
        next.tell("write")?;
        writes.push((number(&next.line()?, "writes")?, name.to_owned()));
        assert_eq!(next.ends()?, "Released");
    }
    go_on(&late.process)?;
    late.tell("write")?;
    writes.push((number(&late.line()?, "writes")?, "first".to_owned()));
    assert_eq!(late.ends()?, "Expired", "it learns of it now");
    assert_eq!(writes[2].0, first);

    let (fenced, trusting) = (Store::of(&writes, true), Store::of(&writes, false));
    assert_eq!((fenced.value.as_str(), fenced.refused), ("third", 1));
    assert_eq!((trusting.value.as_str(), trusting.overwritten), ("first", 1));
    Ok(())
}

/// Takes the lock again and again, and sleeps beyond its end now and then.
async fn work(locks: aio::Locks, who: usize, writes: Arc<Mutex<Vec<(i64, String)>>>) -> Result<()> {
    for cycle in 0..30usize {
        let mut guard = locks.acquire("stock").await?;
        let number = guard.fencing_token().context("a fenced lock")?;
        if (cycle + who).is_multiple_of(6) {
            // What a pause is to those who wait: longer than the lock lives.
            tokio::time::sleep(Duration::from_millis(120)).await;
        }
        writes.lock().expect("whole").push((number, format!("{who}, {cycle}")));
        guard.release().await?;
    }
    Ok(())
}

#[test]
fn in_a_run_with_pauses_stale_writes_are_refused() -> Result<()> {
    let server = RedisServer::start_real_time()?;
    let writes = Arc::new(Mutex::new(Vec::new()));
    let terms = Terms::new().fenced().ttl(Duration::from_millis(40)).wait(PATIENCE);
    runtime().block_on(async {
        let locks = aio::Locks::connect(Client::open(server.url())?, terms).await?;
        let spawn = |who| tokio::spawn(work(locks.clone(), who, Arc::clone(&writes)));
        let tasks: Vec<_> = (0..8).map(spawn).collect();
        for task in tasks {
            task.await??;
        }
        anyhow::Ok(())
    })?;
    let writes = writes.lock().expect("whole");
    let numbers: BTreeSet<i64> = writes.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers.len(), writes.len(), "nobody shares a number");

    let (fenced, trusting) = (Store::of(&writes, true), Store::of(&writes, false));
    println!("{} writes, {} of them stale: refused", writes.len(), fenced.refused);
    println!("without the check {} values were overwritten", trusting.overwritten);
    assert!(fenced.refused > 0, "nobody was late, so this shows nothing");
    assert_eq!((fenced.overwritten, trusting.refused), (0, 0));
    assert_eq!(trusting.overwritten, fenced.refused);
    Ok(())
}

#[test]
fn the_late_release_of_a_suspended_process_removes_nobody_elses_lock() -> Result<()> {
    let server = RedisServer::start_real_time()?;
    for face in FACES {
        let mut late = Worker::start(&["write", &server.url(), "300"])?;
        late.line()?;
        suspend(&late.process)?;
        let client = Client::open(server.url())?;
        let mut guard =
            Locks::connect(face, client, Terms::new().wait(PATIENCE))?.acquire("stock")?;
        go_on(&late.process)?;
        late.tell("write")?;
        late.line()?;
        assert_eq!(late.ends()?, "NotOwner", "{face:?}");
        assert_eq!(guard.release()?, Released::Released, "{face:?}");
    }
    Ok(())
}
