//! Both faces behind the same words, workers in processes of their own, and
//! waiting in real time.

use anyhow::{Context as _, Result, bail, ensure};
use lockstep_lock::{LockError, Released, Terms, aio, blocking};
use redis::{Client, RedisResult};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};

/// How long something may take that will happen.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// Locks of one of the faces.
pub(super) enum Locks {
    Blocking(blocking::Locks),
    Tokio(Arc<Runtime>, aio::Locks),
}

/// A lock that is held.
pub(super) enum Guard {
    Blocking(blocking::Guard),
    Tokio(Arc<Runtime>, aio::Guard),
}

/// The faces.
#[derive(Clone, Copy, Debug)]
pub(super) enum Face {
    Blocking,
    Tokio,
}

pub(super) const FACES: [Face; 2] = [Face::Blocking, Face::Tokio];

pub(super) fn runtime() -> Arc<Runtime> {
    Arc::new(Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("threads"))
}

impl Locks {
    pub(super) fn connect(face: Face, client: Client, terms: Terms) -> RedisResult<Self> {
        Ok(match face {
            Face::Blocking => Self::Blocking(blocking::Locks::connect(client, terms)?),
            Face::Tokio => {
                let runtime = runtime();
                let locks = runtime.block_on(aio::Locks::connect(client, terms))?;
                Self::Tokio(runtime, locks)
            }
        })
    }

    pub(super) fn connect_all(face: Face, clients: Vec<Client>, terms: Terms) -> Self {
        match face {
            Face::Blocking => Self::Blocking(blocking::Locks::connect_all(clients, terms)),
            Face::Tokio => Self::Tokio(runtime(), aio::Locks::connect_all(clients, terms)),
        }
    }

    pub(super) fn acquire(&self, name: &str) -> Result<Guard, LockError> {
        Ok(match self {
            Self::Blocking(locks) => Guard::Blocking(locks.acquire(name)?),
            Self::Tokio(runtime, locks) => {
                Guard::Tokio(Arc::clone(runtime), runtime.block_on(locks.acquire(name))?)
            }
        })
    }
}

impl Guard {
    pub(super) fn token(&self) -> String {
        match self {
            Self::Blocking(guard) => guard.token().to_string(),
            Self::Tokio(_, guard) => guard.token().to_string(),
        }
    }

    pub(super) fn is_valid(&self) -> bool {
        match self {
            Self::Blocking(guard) => guard.is_valid(),
            Self::Tokio(_, guard) => guard.is_valid(),
        }
    }

    pub(super) fn extend(&self) -> Result<(), LockError> {
        match self {
            Self::Blocking(guard) => guard.extend(),
            Self::Tokio(runtime, guard) => runtime.block_on(guard.extend()),
        }
    }

    pub(super) fn release(&mut self) -> Result<Released, LockError> {
        match self {
            Self::Blocking(guard) => guard.release(),
            Self::Tokio(runtime, guard) => runtime.block_on(guard.release()),
        }
    }
}

/// A process that takes locks. It ends when this is dropped.
pub(super) struct Worker {
    pub(super) process: Child,
    says: BufReader<ChildStdout>,
}

impl Worker {
    pub(super) fn start(arguments: &[&str]) -> Result<Self> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_worker"));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt as _;
            // As for a server: the end of the test wakes one that is suspended.
            command.process_group(0);
        }
        let mut process = command.spawn().context("starting a worker")?;
        let says = BufReader::new(process.stdout.take().context("its output")?);
        Ok(Self { process, says })
    }

    /// The next line that it says.
    pub(super) fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        ensure!(self.says.read_line(&mut line)? > 0, "the worker has ended");
        Ok(line.trim_end().to_owned())
    }

    pub(super) fn tell(&mut self, line: &str) -> Result<()> {
        let input = self.process.stdin.as_mut().context("its input")?;
        writeln!(input, "{line}").context("telling a worker")
    }

    /// Its last line, when it has ended well.
    pub(super) fn ends(self) -> Result<String> {
        self.ends_within(PATIENCE)
    }

    pub(super) fn ends_within(mut self, patience: Duration) -> Result<String> {
        wait_until(patience, || Ok(self.process.try_wait()?.is_some()))?;
        let line = self.line();
        let status = self.process.wait()?;
        ensure!(status.success(), "a worker failed ({status}); it told why");
        line
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let ended = self.process.kill().and_then(|()| self.process.wait());
        if let Err(error) = ended {
            eprintln!("ending a worker: {error}");
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "waits for processes, in real time")]
pub(super) fn wait_until(
    patience: Duration,
    mut happened: impl FnMut() -> Result<bool>,
) -> Result<()> {
    let began = Instant::now();
    while !happened()? {
        if began.elapsed() > patience {
            bail!("it did not happen within {patience:?}");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Ok(())
}

/// How long this takes, in real time.
#[expect(clippy::disallowed_methods, reason = "measures in real time")]
pub(super) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let began = Instant::now();
    let result = work();
    (result, began.elapsed())
}
