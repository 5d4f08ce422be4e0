//! Locks for blocking code, over any connection of the `redis` crate.
//!
//! ```no_run
//! use lockstep_lock::blocking::Locks;
//! use std::time::Duration;
//!
//! let client = redis::Client::open("redis://127.0.0.1/")?;
//! let mut locks = Locks::new(client.get_connection()?).ttl(Duration::from_secs(30));
//! let grant = locks.acquire("stock")?;
//! // … the work, not beyond grant.valid_until_ms …
//! locks.release(&grant)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod driver;
mod error;
mod timer;

pub use driver::drive;
pub use error::LockError;
pub use timer::{SystemTimer, Timer, timer};

use crate::{Acquire, Algorithm, Extend, Grant, Release, Released, Retry, Token};
use lockstep_resp::Blob;
use redis::ConnectionLike;
use std::time::Duration;

/// Takes locks over one connection, and gives them back.
pub struct Locks<C, T = SystemTimer> {
    connection: C,
    timer: T,
    algorithm: Algorithm,
    prefix: String,
    ttl_ms: u64,
    retry: Retry,
}

impl<C: ConnectionLike> Locks<C> {
    /// Token locks that live 30 seconds, under keys that begin with `lock:`,
    /// tried once.
    pub fn new(connection: C) -> Self {
        Self::with_timer(connection, SystemTimer::new())
    }
}

impl<C: ConnectionLike, T: Timer> Locks<C, T> {
    /// The same with a clock of one's own.
    pub fn with_timer(connection: C, timer: T) -> Self {
        Self {
            connection,
            timer,
            algorithm: Algorithm::Token,
            prefix: "lock:".to_owned(),
            ttl_ms: 30_000,
            retry: Retry::Never,
        }
    }

    /// With this time to live, in whole milliseconds, at least one.
    #[must_use]
    pub fn ttl(mut self, ttl: Duration) -> Self {
        self.ttl_ms = u64::try_from(ttl.as_millis()).unwrap_or(u64::MAX);
        self
    }

    /// With another policy for the time after a failed attempt.
    #[must_use]
    pub fn retry(mut self, retry: Retry) -> Self {
        self.retry = retry;
        self
    }

    /// With another algorithm.
    #[must_use]
    pub fn algorithm(mut self, algorithm: Algorithm) -> Self {
        self.algorithm = algorithm;
        self
    }

    /// With another beginning of the keys. It keeps a lock from having the
    /// name of a key that holds data.
    #[must_use]
    pub fn prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = prefix.into();
        self
    }

    /// Takes the lock `name` under a new random token.
    ///
    /// # Errors
    ///
    /// [`LockError::Taken`] if others held it at every attempt; otherwise what
    /// kept Redis from saying so.
    pub fn acquire(&mut self, name: &str) -> Result<Grant, LockError> {
        let key = Blob::from(format!("{}{name}", self.prefix).as_bytes());
        let token = Token::new(uuid::Uuid::new_v4().as_simple().to_string());
        let acquire = Acquire::new(self.algorithm, key, token, self.ttl_ms, self.retry);
        let (outcome, lost) = drive(acquire, &mut self.connection, &mut self.timer);
        outcome.map_err(|error| LockError::from_acquire(error, lost))
    }

    /// Gives the lock a new time to live, counted from now.
    ///
    /// # Errors
    ///
    /// [`LockError::Lost`] if the lock has ended or belongs to another: stop
    /// the work.
    pub fn extend(&mut self, grant: &mut Grant) -> Result<(), LockError> {
        let extend = Extend::new(self.algorithm, grant, self.ttl_ms);
        let (outcome, lost) = drive(extend, &mut self.connection, &mut self.timer);
        grant.valid_until_ms = LockError::from_extended(outcome, grant, lost)?;
        Ok(())
    }

    /// Gives the lock back. That it was no longer ours is an outcome, not an
    /// error: the work is over, but it may not have been alone.
    ///
    /// # Errors
    ///
    /// What kept Redis from answering. The grant stays good for another try.
    pub fn release(&mut self, grant: &Grant) -> Result<Released, LockError> {
        let release = Release::new(self.algorithm, grant);
        let (outcome, lost) = drive(release, &mut self.connection, &mut self.timer);
        LockError::from_released(outcome, grant, lost)
    }

    /// Whether the owner may still rely on the lock, by its own clock alone.
    pub fn is_valid(&self, grant: &Grant) -> bool {
        self.timer.now_ms() < grant.valid_until_ms
    }
}
