//! A real redis-server as a backend of conformance transcripts.

use crate::{RedisConnection, RedisServer, VirtualClock};
use anyhow::{Context as _, Result, ensure};
use lockstep_engine::ServerVersion;
use lockstep_resp::{Command, Reply};
use lockstep_transcript::{Backend, START_MS};
use std::collections::BTreeMap;
use std::time::Duration;

/// How long a reply may take before it is asked whether the command is blocked.
const GLANCE: Duration = Duration::from_millis(20);
/// How often that is asked before the server counts as stuck.
const GLANCES: usize = 500;

/// A real redis-server on a virtual clock.
#[derive(Debug)]
pub struct RedisBackend {
    server: RedisServer,
    control: RedisConnection,
    connections: BTreeMap<String, Named>,
}

#[derive(Debug)]
struct Named {
    connection: RedisConnection,
    client_id: i64,
}

impl RedisBackend {
    /// Starts a server.
    ///
    /// # Errors
    ///
    /// As for [`RedisServer::start`].
    pub fn start() -> Result<Self> {
        let server = RedisServer::start(VirtualClock::new(START_MS)?)?;
        let control = server.connect()?;
        let connections = BTreeMap::new();
        Ok(Self { server, control, connections })
    }

    /// The server itself.
    pub fn server(&self) -> &RedisServer {
        &self.server
    }

    fn named(&mut self, name: &str) -> Result<&mut Named> {
        if !self.connections.contains_key(name) {
            let mut connection = self.server.connect()?;
            let Reply::Integer(client_id) = connection.type_in("CLIENT ID")? else {
                anyhow::bail!("the server does not tell a client's id");
            };
            let named = Named { connection, client_id };
            self.connections.insert(name.to_owned(), named);
        }
        let named = self.connections.get_mut(name);
        named.context("it was opened above")
    }

    /// Whether the client's command is blocked, by the flag `b` of `CLIENT LIST`.
    fn is_blocked(&mut self, client_id: i64) -> Result<bool> {
        let list = self.control.type_in(&format!("CLIENT LIST ID {client_id}"))?;
        let Reply::Bulk(line) = list else {
            anyhow::bail!("CLIENT LIST answered {list}");
        };
        let line = String::from_utf8_lossy(&line);
        let flags = line.split(' ').find_map(|field| field.strip_prefix("flags="));
        let flags = flags.context("CLIENT LIST without flags: the connection was closed")?;
        Ok(flags.contains('b'))
    }
}

impl Backend for RedisBackend {
    type Error = anyhow::Error;

    const NAME: &'static str = "redis-server";

    /// The recorded replies are those of the version that the tests ask for.
    fn serves(server: ServerVersion) -> bool {
        server == ServerVersion::Redis7_0
    }

    fn reset(&mut self, _: ServerVersion) -> Result<()> {
        self.connections.clear();
        // Blocked clients and watched keys go with their connections.
        self.server.set_clock(START_MS)?;
        for line in ["FLUSHALL", "SCRIPT FLUSH", "FUNCTION FLUSH"] {
            let reply = self.control.type_in(line)?;
            ensure!(reply == Reply::OK, "{line} answered {reply}");
        }
        Ok(())
    }

    fn advance(&mut self, by_ms: i64) -> Result<()> {
        self.server.advance(by_ms)
    }

    fn call(&mut self, connection: &str, command: &Command) -> Result<Option<Reply>> {
        let named = self.named(connection)?;
        let client_id = named.client_id;
        named.connection.send(command)?;
        for _ in 0..GLANCES {
            let reply = self.named(connection)?.connection.receive(GLANCE)?;
            if reply.is_some() {
                return Ok(reply);
            }
            if self.is_blocked(client_id)? {
                return Ok(None);
            }
        }
        anyhow::bail!("no reply to {command}, and it is not blocked")
    }

    /// What other connections and the clock brought about has been sent by the
    /// time that they were answered, so a glance is enough.
    fn receive(&mut self, connection: &str) -> Result<Option<Reply>> {
        self.named(connection)?.connection.receive(GLANCE * 5)
    }
}
