//! A connection to a server that shows every byte of what comes.

use anyhow::{Context as _, Result, bail};
use lockstep_resp::{Command, Reply, codec};
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// How long a reply may take in real time before the server counts as stuck.
const PATIENCE: Duration = Duration::from_secs(10);

/// A connection that speaks raw RESP, nothing sent on its own.
#[derive(Debug)]
pub struct RedisConnection {
    stream: TcpStream,
    arrived: Vec<u8>,
}

impl RedisConnection {
    /// Connects.
    ///
    /// # Errors
    ///
    /// Nobody listens there.
    pub fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address)
            .with_context(|| format!("connecting to the server at {address}"))?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let arrived = Vec::new();
        Ok(Self { stream, arrived })
    }

    /// Sends a command and waits for the next reply.
    ///
    /// # Errors
    ///
    /// The server closed the connection, sent what is no RESP, or did not answer
    /// within ten seconds.
    pub fn call(&mut self, command: &Command) -> Result<Reply> {
        self.send(command)?;
        let reply = self.receive(PATIENCE)?;
        reply.with_context(|| format!("no reply to {command} within {PATIENCE:?}"))
    }

    /// Sends a command as typed in `redis-cli` and waits for the next reply.
    ///
    /// # Errors
    ///
    /// As for [`RedisConnection::call`]; also a quote that is not closed.
    pub fn type_in(&mut self, line: &str) -> Result<Reply> {
        self.call(&Command::parse(line)?)
    }

    /// Sends a command without waiting for anything.
    ///
    /// # Errors
    ///
    /// The server closed the connection.
    pub fn send(&mut self, command: &Command) -> Result<()> {
        let mut bytes = Vec::new();
        codec::encode_command(command, &mut bytes);
        let sent = self.stream.write_all(&bytes);
        sent.with_context(|| format!("sending {command}"))
    }

    /// Waits for the next reply or message for that long in real time, which must
    /// not be zero.
    ///
    /// # Errors
    ///
    /// The server closed the connection or sent what is no RESP.
    pub fn receive(&mut self, patience: Duration) -> Result<Option<Reply>> {
        self.stream.set_read_timeout(Some(patience))?;
        let mut chunk = vec![0; 64 << 10];
        loop {
            if let Some((reply, used)) = codec::decode_reply(&self.arrived)? {
                self.arrived.drain(..used);
                return Ok(Some(reply));
            }
            match self.stream.read(&mut chunk) {
                Ok(0) => bail!("the server closed the connection"),
                Ok(count) => self.arrived.extend_from_slice(&chunk[..count]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    return Ok(None);
                }
                Err(error) => return Err(error).context("reading from the server"),
            }
        }
    }
}
