//! A real primary whose replicas are the test itself: they acknowledge what they
//! are told to. And a real replica, which does as it likes.

use super::service::Service;
use anyhow::{Context as _, Result, bail, ensure};
use lockstep_engine::ServerVersion;
use lockstep_resp::{Command, Reply, codec};
use lockstep_tests::{RedisBackend, RedisConnection, RedisServer};
use lockstep_transcript::Backend as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

/// How long a replica may take to come up, and the primary to take note.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long between two looks.
const GLANCE: Duration = Duration::from_millis(2);

/// A real Redis on a virtual clock with two replicas.
pub(super) struct RealService {
    redis: RedisBackend,
    control: RedisConnection,
    replicas: [Replica; 2],
    /// Where each write ends in the stream of replication.
    writes: Vec<u64>,
}

/// A connection that plays a replica. The primary knows it by a made-up port.
struct Replica {
    stream: BufReader<TcpStream>,
    port: usize,
    /// How many bytes of the stream have come.
    received: u64,
    /// How many writes it has.
    has: usize,
    /// Up to where it has acknowledged the stream.
    acknowledged: u64,
}

impl Replica {
    fn open(server: &RedisServer, port: usize) -> Result<Self> {
        let stream = TcpStream::connect(server.address())?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let stream = BufReader::new(stream);
        let mut replica = Self { stream, port, received: 0, has: 0, acknowledged: 0 };
        replica.send(&["REPLCONF", "listening-port", &port.to_string()])?;
        ensure!(replica.line()? == "+OK", "the primary knows no REPLCONF");
        replica.send(&["PSYNC", "?", "-1"])?;
        let begin = replica.line()?;
        let offset = begin.strip_prefix("+FULLRESYNC ").and_then(|rest| rest.split(' ').nth(1));
        replica.received = offset.with_context(|| begin.clone())?.parse()?;
        // Empty lines keep the connection alive while the snapshot is made.
        let size = loop {
            match replica.line()?.strip_prefix('$') {
                Some(size) => break size.parse()?,
                None => continue,
            }
        };
        let mut snapshot = vec![0; size];
        replica.stream.read_exact(&mut snapshot)?;
        Ok(replica)
    }

    fn send(&mut self, words: &[&str]) -> Result<()> {
        let mut bytes = Vec::new();
        codec::encode_command(&Command::new(words), &mut bytes);
        Ok(self.stream.get_mut().write_all(&bytes)?)
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        Ok(line.trim_end().to_owned())
    }

    /// Reads the stream up to an offset.
    fn receive(&mut self, offset: u64) -> Result<()> {
        let missing = offset.saturating_sub(self.received);
        let mut bytes = vec![0; usize::try_from(missing)?];
        self.stream.read_exact(&mut bytes)?;
        self.received = self.received.max(offset);
        Ok(())
    }
}

impl RealService {
    pub(super) fn start() -> Result<Self> {
        let redis = RedisBackend::start()?;
        let mut control = redis.server().connect()?;
        // Nothing but writes is to be in the stream.
        for setting in ["repl-ping-replica-period", "repl-timeout"] {
            let reply = control.type_in(&format!("CONFIG SET {setting} 1000000"))?;
            ensure!(reply == Reply::OK, "{setting}: {reply}");
        }
        let replicas = [Replica::open(redis.server(), 1)?, Replica::open(redis.server(), 2)?];
        let mut service = Self { redis, control, replicas, writes: Vec::new() };
        for port in [1, 2] {
            service.wait_until(&format!("port={port},state=online"))?;
        }
        Ok(service)
    }

    fn info(&mut self) -> Result<String> {
        match self.control.type_in("INFO replication")? {
            Reply::Bulk(text) => Ok(String::from_utf8_lossy(&text).into_owned()),
            other => bail!("INFO answered {other}"),
        }
    }

    /// Where the stream ends.
    fn offset(&mut self) -> Result<u64> {
        let info = self.info()?;
        let offset = info.lines().find_map(|line| line.strip_prefix("master_repl_offset:"));
        Ok(offset.context("INFO without an offset")?.parse()?)
    }

    fn wait_until(&mut self, told: &str) -> Result<()> {
        wait_until(|| Ok(self.info()?.contains(told))).context(told.to_owned())
    }

    /// A replica acknowledges what it has; with all of the writes also what the
    /// primary has asked in between, as real ones do at once.
    fn acknowledge(&mut self, replica: usize) -> Result<()> {
        let end = self.offset()?;
        let replica = &mut self.replicas[replica];
        replica.receive(end)?;
        let last = replica.has.checked_sub(1).and_then(|last| self.writes.get(last));
        let has = if replica.has == self.writes.len() { Some(&end) } else { last };
        // Nothing new is no acknowledgement, and the primary would not take an older one.
        let Some(&offset) = has.filter(|&&offset| offset > replica.acknowledged) else {
            return Ok(());
        };
        replica.acknowledged = offset;
        replica.send(&["REPLCONF", "ACK", &offset.to_string()])?;
        let told = format!("port={},state=online,offset={offset},", replica.port);
        self.wait_until(&told)
    }

    fn acknowledge_all(&mut self) -> Result<()> {
        (0..self.replicas.len()).try_for_each(|replica| self.acknowledge(replica))
    }
}

impl Service for RealService {
    fn reset(&mut self) -> Result<()> {
        self.redis.reset(ServerVersion::Redis7_0)?;
        self.writes.clear();
        self.replicas.iter_mut().for_each(|replica| replica.has = 0);
        self.acknowledge_all()
    }

    fn call(&mut self, connection: &str, command: &Command) -> Result<Option<Reply>> {
        let before = self.offset()?;
        let reply = self.redis.call(connection, command)?;
        let after = self.offset()?;
        if command.name() == b"WAIT" {
            // It asks the replicas, and that is no write.
            self.acknowledge_all()?;
        } else if after > before {
            self.writes.push(after);
        }
        Ok(reply)
    }

    fn receive(&mut self, connection: &str) -> Result<Option<Reply>> {
        self.redis.receive(connection)
    }

    fn advance(&mut self, by_ms: i64) -> Result<()> {
        self.redis.advance(by_ms)
    }

    fn replicate(&mut self, replica: usize, writes: usize) -> Result<()> {
        let has = self.replicas[replica].has + writes;
        self.replicas[replica].has = has.min(self.writes.len());
        self.acknowledge(replica)
    }
}

/// A real primary and a real replica of it that is in sync, both in real time.
pub(super) fn replica() -> Result<(RedisServer, RedisServer)> {
    let (primary, replica) = (RedisServer::start_real_time()?, RedisServer::start_real_time()?);
    let mut connection = replica.connect()?;
    let port = primary.address().port();
    let reply = connection.type_in(&format!("REPLICAOF 127.0.0.1 {port}"))?;
    ensure!(reply == Reply::OK, "REPLICAOF answered {reply}");
    wait_until(|| match connection.type_in("INFO replication")? {
        Reply::Bulk(text) => Ok(String::from_utf8_lossy(&text).contains("master_link_status:up")),
        other => bail!("INFO answered {other}"),
    })?;
    // The primary counts on it when it has acknowledged for the first time.
    let mut connection = primary.connect()?;
    wait_until(|| Ok(connection.type_in("WAIT 1 100")? == Reply::Integer(1)))?;
    Ok((primary, replica))
}

#[expect(clippy::disallowed_methods, reason = "waits for a process, in real time")]
fn wait_until(mut is_so: impl FnMut() -> Result<bool>) -> Result<()> {
    let begin = std::time::Instant::now();
    while !is_so()? {
        ensure!(begin.elapsed() < PATIENCE, "not within {PATIENCE:?}");
        std::thread::sleep(GLANCE);
    }
    Ok(())
}
