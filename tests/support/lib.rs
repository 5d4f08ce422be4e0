//! What the whole-system tests stand on.
//!
//! - [`RedisServer`]: a real `redis-server` of one's own, on a [`VirtualClock`]
//!   or in real time; [`RedisConnection`] speaks to it in raw RESP, and a
//!   [`Relay`] is a way to it that can be blocked.
//! - [`RedisBackend`]: that server as a backend of conformance transcripts.
//! - [`conformance`]: the transcripts in `tests/conformance`.
//! - [`Browser`]: headless Chromium with the page served to it.
//!
//! What is missing on the machine is a failure that says how to bring it.

mod browser;
mod chromedriver;
mod clock;
pub mod conformance;
mod in_browser;
mod redis_backend;
mod redis_connection;
mod redis_server;
mod relay;
#[cfg(unix)]
mod signals;

pub use browser::{Browser, ConsoleMessage};
pub use clock::VirtualClock;
pub use in_browser::in_browser;
pub use redis_backend::RedisBackend;
pub use redis_connection::RedisConnection;
pub use redis_server::{RedisServer, RedisServerBuilder};
pub use relay::Relay;
#[cfg(unix)]
pub use signals::{go_on, suspend};

use anyhow::{Context as _, Result};
use std::path::PathBuf;

/// The program's path.
///
/// # Errors
///
/// It is not installed; the message tells the command that brings it.
pub fn program(names: &[&str]) -> Result<PathBuf> {
    let found = names.iter().find_map(|name| which::which(name).ok());
    found.with_context(|| format!("{} is missing: `cargo xtask setup` brings it", names[0]))
}

/// The folder of the built page, which `cargo xtask test` prepares.
///
/// # Errors
///
/// The tests were not started by `cargo xtask test`.
pub fn site() -> Result<PathBuf> {
    prepared("LOCKSTEP_SITE")
}

/// The folder of the WebAssembly tests, which `cargo xtask test` prepares.
///
/// # Errors
///
/// The tests were not started by `cargo xtask test`.
pub fn wasm_tests() -> Result<PathBuf> {
    prepared("LOCKSTEP_WASM_TESTS")
}

fn prepared(variable: &str) -> Result<PathBuf> {
    let folder = std::env::var_os(variable).map(PathBuf::from);
    folder.with_context(|| format!("{variable} is not set: start the tests by `cargo xtask test`"))
}
