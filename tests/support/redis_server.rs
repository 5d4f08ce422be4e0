//! A real redis-server of one's own.

mod builder;

pub use builder::RedisServerBuilder;

use crate::{RedisConnection, VirtualClock};
use anyhow::{Context as _, Result, ensure};
use lockstep_resp::{Command, Reply};
use std::net::SocketAddr;
use std::process::Child;
use tempfile::TempDir;

/// A real redis-server on a free port of 127.0.0.1, empty, without persistence.
/// It ends when this value is dropped, and (on Linux) with the test's process in
/// any case.
#[derive(Debug)]
pub struct RedisServer {
    process: Child,
    address: SocketAddr,
    tls_address: Option<SocketAddr>,
    password: Option<String>,
    clock: Option<VirtualClock>,
    _folder: TempDir,
}

impl RedisServer {
    /// A server that is not as usual.
    pub fn builder() -> RedisServerBuilder {
        RedisServerBuilder::default()
    }

    /// Starts a server whose wall clock is `clock`.
    ///
    /// # Errors
    ///
    /// There is no redis-server, it does not start, or this is not Linux: the
    /// clock is brought in by a preloaded library.
    pub fn start(clock: VirtualClock) -> Result<Self> {
        Self::builder().clock(clock).start()
    }

    /// Starts a server whose clock is the machine's.
    ///
    /// # Errors
    ///
    /// There is no redis-server, or it does not start.
    pub fn start_real_time() -> Result<Self> {
        Self::builder().start()
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where it speaks TLS.
    pub fn tls_address(&self) -> Option<SocketAddr> {
        self.tls_address
    }

    /// Where it listens, with its password, as clients are told.
    pub fn url(&self) -> String {
        let password = self.password.as_ref().map(|password| format!(":{password}@"));
        format!("redis://{}{}/", password.unwrap_or_default(), self.address)
    }

    /// A new connection, which knows the password.
    ///
    /// # Errors
    ///
    /// The server has ended.
    pub fn connect(&self) -> Result<RedisConnection> {
        let mut connection = RedisConnection::open(self.address)?;
        if let Some(password) = &self.password {
            let reply = connection.call(&Command::new(["AUTH", password]))?;
            ensure!(reply == Reply::OK, "AUTH answered {reply}");
        }
        Ok(connection)
    }

    /// Makes a primary of a replica.
    ///
    /// # Errors
    ///
    /// The server has ended.
    pub fn promote(&self) -> Result<()> {
        let reply = self.connect()?.type_in("REPLICAOF NO ONE")?;
        ensure!(reply == Reply::OK, "REPLICAOF answered {reply}");
        Ok(())
    }

    /// Ends it at once, with all that it knows.
    ///
    /// # Errors
    ///
    /// It cannot be ended.
    pub fn kill(&mut self) -> Result<()> {
        // It may be suspended or stuck in a script.
        self.process.kill().context("ending redis-server")?;
        self.process.wait().context("waiting for the end of redis-server")?;
        Ok(())
    }

    /// Its process does nothing from now on, but its connections stay.
    ///
    /// # Errors
    ///
    /// It has ended.
    #[cfg(unix)]
    pub fn suspend(&self) -> Result<()> {
        crate::suspend(&self.process)
    }

    /// Its process goes on.
    ///
    /// # Errors
    ///
    /// It has ended.
    #[cfg(unix)]
    pub fn go_on(&self) -> Result<()> {
        crate::go_on(&self.process)
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
        // It has nothing to save.
        if let Err(error) = self.kill() {
            eprintln!("{error:#}");
        }
    }
}
