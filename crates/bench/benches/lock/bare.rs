//! The commands of a lock without a library around them.

use lockstep_lock::{SCRIPTS, Script};
use redis::Cmd;

/// The time to live of the bare locks, in milliseconds.
const TTL_MS: u64 = 30_000;

/// Whose value the bare locks have.
#[derive(Clone, Copy)]
pub(crate) enum Owner {
    /// The same each time: the least that the commands can cost, and no lock.
    Constant,
    /// A random one each time, from the system, as a lock needs it.
    Fresh,
}

impl Owner {
    pub(crate) fn token(self) -> String {
        match self {
            Self::Constant => "0123456789abcdef0123456789abcdef".to_owned(),
            Self::Fresh => uuid::Uuid::new_v4().as_simple().to_string(),
        }
    }
}

/// `SET key token NX PX ttl`.
pub(crate) fn acquire(key: &str, token: &str) -> Cmd {
    let mut cmd = redis::cmd("SET");
    cmd.arg(key).arg(token).arg("NX").arg("PX").arg(TTL_MS);
    cmd
}

/// The call of the release script by its SHA1; with a channel it tells.
pub(crate) fn release(key: &str, token: &str, channel: &str) -> Cmd {
    let mut cmd = redis::cmd("EVALSHA");
    cmd.arg(script().sha()).arg(1).arg(key).arg(token).arg(channel);
    cmd
}

/// The script that the library sends too.
pub(crate) fn script() -> &'static Script {
    let found = SCRIPTS.iter().find(|script| script.name == "release.lua");
    found.expect("there is a release script")
}
