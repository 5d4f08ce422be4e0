//! Counts up in a file, by reading, adding one, and writing.

use anyhow::{Context as _, Result, bail, ensure};
use lockstep_lock::{LockError, Released, Terms, aio, blocking};
use redis::Client;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// The lock that all take.
const NAME: &str = "counter";

pub(super) struct Count {
    client: Client,
    terms: Option<Terms>,
    file: PathBuf,
    until: Instant,
}

impl Count {
    #[expect(clippy::disallowed_methods, reason = "works for so long in real time")]
    pub(super) fn new(url: &str, kind: &str, file: &str, seconds: u64) -> Result<Self> {
        // Nobody is paused for that long here.
        let terms = Terms::new().ttl(Duration::from_secs(60)).wait(Duration::from_secs(1));
        let terms = match kind {
            "none" => None,
            "token" => Some(terms),
            "fenced" => Some(terms.fenced()),
            other => bail!("there is no kind {other}"),
        };
        let until = Instant::now() + Duration::from_secs(seconds);
        Ok(Self { client: Client::open(url)?, terms, file: file.into(), until })
    }

    /// Lets so many tasks count, and answers how often they did.
    pub(super) fn run(self, face: &str, tasks: usize) -> Result<u64> {
        match (face, &self.terms) {
            (_, None) => self.without_lock(),
            ("blocking", Some(terms)) => {
                let locks = blocking::Locks::connect(self.client.clone(), terms.clone())?;
                self.in_threads(&locks, tasks)
            }
            ("tokio", Some(terms)) => {
                let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
                let terms = terms.clone();
                runtime.block_on(async {
                    let locks = aio::Locks::connect(self.client.clone(), terms).await?;
                    self.in_tasks(locks, tasks).await
                })
            }
            (other, _) => bail!("there is no face {other}"),
        }
    }

    fn without_lock(&self) -> Result<u64> {
        let mut cycles = 0;
        while !self.is_over() {
            self.add_one(None)?;
            cycles += 1;
        }
        Ok(cycles)
    }

    fn in_threads(&self, locks: &blocking::Locks, tasks: usize) -> Result<u64> {
        let one = || -> Result<u64> {
            let mut cycles = 0;
            while !self.is_over() {
                let mut guard = match locks.acquire(NAME) {
                    Err(LockError::TimedOut { .. }) => continue,
                    acquired => acquired?,
                };
                self.add_one(guard.fencing_token())?;
                cycles += 1;
                released(&guard.release()?)?;
            }
            Ok(cycles)
        };
        thread::scope(|scope| {
            let threads: Vec<_> = (0..tasks).map(|_| scope.spawn(one)).collect();
            let counts = threads.into_iter().map(|thread| match thread.join() {
                Ok(count) => count,
                Err(_) => bail!("a thread panicked"),
            });
            counts.sum()
        })
    }

    async fn in_tasks(self, locks: aio::Locks, tasks: usize) -> Result<u64> {
        let this = Arc::new(self);
        let one = |this: Arc<Self>, locks: aio::Locks| async move {
            let mut cycles = 0;
            while !this.is_over() {
                let mut guard = match locks.acquire(NAME).await {
                    Err(LockError::TimedOut { .. }) => continue,
                    acquired => acquired?,
                };
                this.add_one(guard.fencing_token())?;
                cycles += 1;
                released(&guard.release().await?)?;
            }
            anyhow::Ok(cycles)
        };
        let spawn = |_| tokio::spawn(one(Arc::clone(&this), locks.clone()));
        let running: Vec<_> = (0..tasks).map(spawn).collect();
        let mut cycles = 0;
        for task in running {
            cycles += task.await.context("a task panicked")??;
        }
        Ok(cycles)
    }

    #[expect(clippy::disallowed_methods, reason = "works for so long in real time")]
    fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }

    /// The file holds two numbers of a fixed width: the count, and the highest
    /// fencing number of those who counted. So it is never seen half-written
    /// where nobody else writes, nor empty where somebody does.
    fn add_one(&self, fencing_token: Option<i64>) -> Result<()> {
        let text = fs::read_to_string(&self.file)?;
        let (count, highest) = text.split_once(' ').context("two numbers")?;
        let (count, highest): (u64, i64) = (count.parse()?, highest.parse()?);
        let number = fencing_token.unwrap_or(0);
        ensure!(
            fencing_token.is_none_or(|number| number > highest),
            "{number} was handed out after {highest}"
        );
        let mut file = OpenOptions::new().write(true).open(&self.file)?;
        file.write_all(format!("{:020} {number:020}", count + 1).as_bytes())?;
        Ok(())
    }
}

fn released(released: &Released) -> Result<()> {
    ensure!(*released == Released::Released, "the lock was {released:?} by the time of release");
    Ok(())
}
