//! Many processes, one lock, one file.

use super::lab::{PATIENCE, Worker};
use anyhow::{Context as _, Result};
use lockstep_tests::RedisServer;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// Together 32 contenders for each lock, half of them threads in blocking code,
/// half of them tasks of tokio.
const PROCESSES: usize = 8;
const TASKS: usize = 4;

/// Processes that count up in one file.
struct Crowd {
    workers: Vec<Worker>,
    file: PathBuf,
    _folder: TempDir,
    _server: RedisServer,
}

impl Crowd {
    fn start(kind: &str, seconds: u64) -> Result<Self> {
        let server = RedisServer::start_real_time()?;
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("counter");
        fs::write(&file, format!("{:020} {:020}", 0, 0))?;
        let path = file.to_str().context("a path in UTF-8")?;
        let (url, tasks, seconds) = (server.url(), TASKS.to_string(), seconds.to_string());
        let worker = |index: usize| {
            let face = ["blocking", "tokio"][index % 2];
            Worker::start(&["count", &url, kind, face, &tasks, path, &seconds])
        };
        let workers = (0..PROCESSES).map(worker).collect::<Result<_>>()?;
        Ok(Self { workers, file, _folder: folder, _server: server })
    }

    /// How often they counted, all told, and what the file says.
    fn ends(self, patience: Duration) -> Result<(u64, u64)> {
        let mut cycles = 0;
        for worker in self.workers {
            cycles += worker.ends_within(patience)?.parse::<u64>()?;
        }
        Ok((cycles, counted(&self.file)?))
    }
}

fn counted(file: &Path) -> Result<u64> {
    let text = fs::read_to_string(file)?;
    Ok(text.split(' ').next().context("a number")?.parse()?)
}

#[test]
fn thirty_two_contenders_lose_no_update_in_thirty_seconds() -> Result<()> {
    let seconds = 30;
    let crowds = ["token", "fenced"].map(|kind| (kind, Crowd::start(kind, seconds)));
    for (kind, crowd) in crowds {
        let (cycles, counted) = crowd?.ends(Duration::from_secs(seconds) + PATIENCE)?;
        println!("{kind}: {cycles} critical sections by {} contenders", PROCESSES * TASKS);
        assert_eq!(counted, cycles, "{kind}");
        assert!(cycles > 100, "{kind}: hardly anybody worked");
    }
    Ok(())
}

#[test]
fn without_a_lock_updates_are_lost() -> Result<()> {
    let (cycles, counted) = Crowd::start("none", 1)?.ends(PATIENCE)?;
    println!("without a lock: {counted} of {cycles} updates are left");
    assert!(counted < cycles);
    Ok(())
}
