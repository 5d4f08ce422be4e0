//! Tasks that take locks all the time, wherever the primary is.

use super::super::lab::{PATIENCE, runtime, wait_until};
use anyhow::Result;
use lockstep_lock::{Released, Terms, aio};
use lockstep_tests::RedisServer;
use redis::Client;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;

/// How many tasks want the same lock.
const RIVALS: usize = 2;

/// The tasks.
pub(super) struct Load {
    runtime: Arc<Runtime>,
    tasks: Vec<JoinHandle<()>>,
    seen: Arc<Seen>,
}

struct Seen {
    /// Where the primary is, and how often it has changed.
    primary: Mutex<(String, usize)>,
    stop: AtomicBool,
    /// How many are inside, for each lock.
    inside: Vec<AtomicUsize>,
    /// How many critical sections each task has had.
    sections: Vec<AtomicUsize>,
    held_twice: AtomicUsize,
    lost: AtomicUsize,
    without_answer: AtomicUsize,
}

/// What happened.
pub(super) struct Told {
    pub(super) tasks: usize,
    pub(super) sections: usize,
    pub(super) held_twice: usize,
    lost: usize,
    without_answer: usize,
}

impl Load {
    pub(super) fn start(primary: &RedisServer, tasks: usize) -> Result<Self> {
        let zeros = |count| (0..count).map(|_| AtomicUsize::new(0)).collect();
        let seen = Arc::new(Seen {
            primary: Mutex::new((primary.url(), 0)),
            stop: AtomicBool::new(false),
            inside: zeros(tasks / RIVALS),
            sections: zeros(tasks),
            held_twice: AtomicUsize::new(0),
            lost: AtomicUsize::new(0),
            without_answer: AtomicUsize::new(0),
        });
        let runtime = runtime();
        let spawn = |who| runtime.spawn(work(Arc::clone(&seen), who));
        let tasks = (0..tasks).map(spawn).collect();
        Ok(Self { runtime, tasks, seen })
    }

    /// The primary is another from now on, as a sentinel would tell.
    pub(super) fn turn_to(&self, primary: &RedisServer) {
        let mut place = self.seen.primary.lock().expect("whole");
        *place = (primary.url(), place.1 + 1);
    }

    /// Each task has so many more sections.
    pub(super) fn wait_for_cycles(&self, more: usize) -> Result<()> {
        let counts = || self.seen.sections.iter().map(|count| count.load(Ordering::SeqCst));
        let before: Vec<usize> = counts().collect();
        wait_until(PATIENCE, || Ok(counts().zip(&before).all(|(now, before)| now >= before + more)))
    }

    pub(super) fn ends(self) -> Result<Told> {
        self.seen.stop.store(true, Ordering::SeqCst);
        let tasks = self.tasks.len();
        self.runtime.block_on(async {
            for task in self.tasks {
                task.await?;
            }
            anyhow::Ok(())
        })?;
        let seen = &self.seen;
        Ok(Told {
            tasks,
            sections: seen.sections.iter().map(|count| count.load(Ordering::SeqCst)).sum(),
            held_twice: seen.held_twice.load(Ordering::SeqCst),
            lost: seen.lost.load(Ordering::SeqCst),
            without_answer: seen.without_answer.load(Ordering::SeqCst),
        })
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tasks, sections, held_twice, lost, without_answer } = self;
        write!(
            f,
            "{sections} sections by {tasks} tasks, {held_twice} begun while another was inside, \
             {lost} found their lock gone at the end, {without_answer} had no answer then"
        )
    }
}

async fn work(seen: Arc<Seen>, who: usize) {
    let name = who / RIVALS;
    while !seen.stop.load(Ordering::SeqCst) {
        let (url, place) = seen.primary.lock().expect("whole").clone();
        let terms = Terms::new().ttl(Duration::from_secs(2)).wait(Duration::from_millis(200));
        let client = Client::open(url).expect("an address");
        let connected = aio::Locks::connect(client, terms).await;
        if let Ok(locks) = connected {
            let mut goes_on = true;
            while goes_on && seen.is_at(place) {
                goes_on = seen.section(&locks, who, name).await;
            }
        }
        // Until the next primary is known, or the lock has ended.
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

impl Seen {
    /// Whether there is work with this primary.
    fn is_at(&self, place: usize) -> bool {
        self.primary.lock().expect("whole").1 == place && !self.stop.load(Ordering::SeqCst)
    }

    /// One critical section; whether there was one.
    async fn section(&self, locks: &aio::Locks, who: usize, name: usize) -> bool {
        let Ok(mut guard) = locks.acquire(&format!("load-{name}")).await else {
            return false;
        };
        let before = self.inside[name].fetch_add(1, Ordering::SeqCst);
        self.held_twice.fetch_add(usize::from(before > 0), Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(1)).await;
        self.sections[who].fetch_add(1, Ordering::SeqCst);
        self.inside[name].fetch_sub(1, Ordering::SeqCst);
        match guard.release().await {
            Ok(Released::Released) => {}
            Ok(_) => _ = self.lost.fetch_add(1, Ordering::SeqCst),
            Err(_) => _ = self.without_answer.fetch_add(1, Ordering::SeqCst),
        }
        true
    }
}
