//! A real redis-server of one's own.

use crate::{RedisConnection, VirtualClock, program};
use anyhow::{Context as _, Result, bail, ensure};
use lockstep_resp::Reply;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long the server may take to answer its first command.
const START_TIME: Duration = Duration::from_secs(10);
/// A free port can be taken by somebody else before the server has it.
const TRIES: usize = 5;

/// A real redis-server on a free port of 127.0.0.1, empty, without persistence.
/// It ends when this value is dropped, and (on Linux) with the test's process in
/// any case.
#[derive(Debug)]
pub struct RedisServer {
    process: Child,
    address: SocketAddr,
    clock: Option<VirtualClock>,
    _folder: TempDir,
}

impl RedisServer {
    /// Starts a server whose wall clock is `clock`.
    ///
    /// # Errors
    ///
    /// There is no redis-server, it does not start, or this is not Linux: the
    /// clock is brought in by a preloaded library.
    pub fn start(clock: VirtualClock) -> Result<Self> {
        ensure!(
            option_env!("LOCKSTEP_PRELOAD").is_some(),
            "a real Redis on a virtual clock needs Linux (LD_PRELOAD)"
        );
        Self::start_with(Some(clock))
    }

    /// Starts a server whose clock is the machine's.
    ///
    /// # Errors
    ///
    /// There is no redis-server, or it does not start.
    pub fn start_real_time() -> Result<Self> {
        Self::start_with(None)
    }

    fn start_with(mut clock: Option<VirtualClock>) -> Result<Self> {
        for _ in 0..TRIES {
            match Self::try_start(clock)? {
                Ok(server) => return Ok(server),
                Err(given_back) => clock = given_back,
            }
        }
        bail!("redis-server ended at its start {TRIES} times")
    }

    /// `Ok(Err(clock))` if the server ended at once, as it does when its port is
    /// taken.
    fn try_start(clock: Option<VirtualClock>) -> Result<Result<Self, Option<VirtualClock>>> {
        let folder = tempfile::tempdir().context("a folder for redis-server")?;
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        let mut command = Command::new(program(&["redis-server"])?);
        command
            .args(["--bind", "127.0.0.1", "--port", &port.to_string(), "--dir"])
            .arg(folder.path())
            .args(["--save", "", "--appendonly", "no", "--daemonize", "no"])
            .args(["--repl-diskless-sync-delay", "0"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null());
        if let Some(library) = option_env!("LOCKSTEP_PRELOAD") {
            command.env("LD_PRELOAD", library);
        }
        if let Some(clock) = &clock {
            command.env("LOCKSTEP_CLOCK", clock.path());
        }
        let process = command.spawn().context("starting redis-server")?;
        let mut server = Self {
            process,
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, port)),
            clock,
            _folder: folder,
        };
        let started = server.wait_until_it_answers()?;
        Ok(if started { Ok(server) } else { Err(server.clock.take()) })
    }

    #[expect(clippy::disallowed_methods, reason = "waits for a process, in real time")]
    fn wait_until_it_answers(&mut self) -> Result<bool> {
        let begin = Instant::now();
        let own = format!("process_id:{}", self.process.id());
        while begin.elapsed() < START_TIME {
            if self.process.try_wait()?.is_some() {
                return Ok(false);
            }
            // Somebody else's server may be listening there.
            let info = self.connect().and_then(|mut c| c.type_in("INFO server"));
            if let Ok(Reply::Bulk(text)) = info
                && String::from_utf8_lossy(&text).lines().any(|line| line == own)
            {
                return Ok(true);
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        bail!("redis-server did not answer within {START_TIME:?}")
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// A new connection.
    ///
    /// # Errors
    ///
    /// The server has ended.
    pub fn connect(&self) -> Result<RedisConnection> {
        RedisConnection::open(self.address)
    }

    /// Where its clock stands, in Unix milliseconds; `None` in real time.
    pub fn now_ms(&self) -> Option<i64> {
        self.clock.as_ref().map(VirtualClock::now_ms)
    }

    /// Sets its clock and lets the server notice: a blocked command whose time
    /// is over has been answered when this returns.
    ///
    /// # Errors
    ///
    /// It runs in real time, or has ended.
    pub fn set_clock(&mut self, now_ms: i64) -> Result<()> {
        let clock = self.clock.as_mut().context("this server runs in real time")?;
        clock.set(now_ms)?;
        // Waits that are over are looked for between two turns of its loop.
        let mut connection = self.connect()?;
        connection.type_in("PING")?;
        connection.type_in("PING")?;
        Ok(())
    }

    /// Moves its clock; as [`RedisServer::set_clock`].
    ///
    /// # Errors
    ///
    /// It runs in real time, or has ended.
    pub fn advance(&mut self, by_ms: i64) -> Result<()> {
        let now_ms = self.now_ms().context("this server runs in real time")?;
        self.set_clock(now_ms.checked_add(by_ms).context("a time out of range")?)
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        // It has nothing to save, and may be stopped or stuck in a script.
        let killed = self.process.kill();
        let ended = self.process.wait();
        if let Err(error) = killed.and(ended) {
            eprintln!("ending redis-server: {error}");
        }
    }
}
