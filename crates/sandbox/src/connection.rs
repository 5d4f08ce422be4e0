//! A connection to a sandbox.

use crate::Sandbox;
use lockstep_engine::ConnectionId;
use lockstep_resp::Reply;

/// A connection to a sandbox, with a selected database of its own. It closes
/// when dropped.
#[derive(Debug)]
pub struct Connection {
    sandbox: Sandbox,
    id: ConnectionId,
    /// What `SELECT` chose last through the `redis` crate.
    #[cfg(feature = "redis")]
    pub(crate) db: i64,
}

impl Connection {
    pub(crate) fn new(sandbox: Sandbox, id: ConnectionId) -> Self {
        Self {
            sandbox,
            id,
            #[cfg(feature = "redis")]
            db: 0,
        }
    }

    /// Sends one command, its name first, and answers the reply. A command
    /// without words is answered by an error, where a server would say nothing.
    pub fn call<W: AsRef<[u8]>>(&mut self, words: impl IntoIterator<Item = W>) -> Reply {
        let words: Vec<W> = words.into_iter().collect();
        let words: Vec<&[u8]> = words.iter().map(AsRef::as_ref).collect();
        let reply = self.sandbox.submit(self.id, &words);
        reply.unwrap_or_else(|| Reply::error("ERR a command needs a name"))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.sandbox.disconnect(self.id);
    }
}
