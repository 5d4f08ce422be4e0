//! How a real redis-server is started.

use super::RedisServer;
use crate::{VirtualClock, program};
use anyhow::{Context as _, Result, bail, ensure};
use lockstep_resp::Reply;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long the server may take to answer its first command.
const START_TIME: Duration = Duration::from_secs(10);
/// A free port can be taken by somebody else before the server has it.
const TRIES: usize = 5;

/// How a real redis-server is started: in real time, open to everybody on this
/// machine, on its own, unless told otherwise.
#[derive(Debug, Default)]
#[must_use]
pub struct RedisServerBuilder {
    clock: Option<VirtualClock>,
    arguments: Vec<String>,
    password: Option<String>,
    tls: Option<Tls>,
}

/// What a server proves itself with, in PEM.
#[derive(Debug)]
struct Tls {
    certificate: String,
    key: String,
}

impl RedisServerBuilder {
    /// With a wall clock that the test moves.
    pub fn clock(mut self, clock: VirtualClock) -> Self {
        self.clock = Some(clock);
        self
    }

    /// With a directive of `redis.conf`, without the dashes.
    pub fn directive(mut self, name: &str, values: &[&str]) -> Self {
        self.arguments.push(format!("--{name}"));
        self.arguments.extend(values.iter().map(|&value| value.to_owned()));
        self
    }

    /// Only for who knows the password.
    pub fn password(mut self, password: &str) -> Self {
        self.password = Some(password.to_owned());
        self.directive("requirepass", &[password])
    }

    /// As a replica.
    pub fn replica_of(self, primary: &RedisServer) -> Self {
        let port = primary.address().port().to_string();
        self.directive("replicaof", &["127.0.0.1", &port])
    }

    /// Listens on one more port, which speaks TLS, and shows this certificate
    /// there; both in PEM.
    pub fn tls(mut self, certificate: &str, key: &str) -> Self {
        self.tls = Some(Tls { certificate: certificate.to_owned(), key: key.to_owned() });
        self
    }

    /// Starts the server, and waits until it answers.
    ///
    /// # Errors
    ///
    /// There is no redis-server, it does not start, or it should have a clock of
    /// its own and this is not Linux: that is brought in by a preloaded library.
    pub fn start(mut self) -> Result<RedisServer> {
        ensure!(
            self.clock.is_none() || option_env!("LOCKSTEP_PRELOAD").is_some(),
            "a real Redis on a virtual clock needs Linux (LD_PRELOAD)"
        );
        for _ in 0..TRIES {
            let mut server = self.spawn()?;
            if wait_until_it_answers(&mut server)? {
                return Ok(server);
            }
            // As it does when a port of its own is taken.
            self.clock = server.clock.take();
        }
        bail!("redis-server ended at its start {TRIES} times")
    }

    fn spawn(&mut self) -> Result<RedisServer> {
        let folder = tempfile::tempdir().context("a folder for redis-server")?;
        let address = free_address()?;
        let mut command = Command::new(program(&["redis-server"])?);
        command
            .args(["--bind", "127.0.0.1", "--port", &address.port().to_string(), "--dir"])
            .arg(folder.path())
            .args(["--save", "", "--appendonly", "no", "--daemonize", "no"])
            .args(["--repl-diskless-sync-delay", "0"])
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null());
        let tls_address = match &self.tls {
            Some(tls) => Some(tls.bring(folder.path(), &mut command)?),
            None => None,
        };
        let process = self.spawn_watched(&mut command)?;
        let (clock, password) = (self.clock.take(), self.password.clone());
        Ok(RedisServer { process, address, tls_address, password, clock, _folder: folder })
    }

    fn spawn_watched(&self, command: &mut Command) -> Result<Child> {
        if let Some(library) = option_env!("LOCKSTEP_PRELOAD") {
            command.env("LD_PRELOAD", library);
        }
        if let Some(clock) = &self.clock {
            command.env("LOCKSTEP_CLOCK", clock.path());
        }
        #[cfg(target_os = "linux")]
        {
            use std::os::unix::process::CommandExt as _;
            // A group of its own, which is an orphan when the test is killed:
            // the kernel then wakes it if it is suspended, and it ends.
            command.process_group(0);
        }
        command.spawn().context("starting redis-server")
    }
}

impl Tls {
    /// Writes the files, adds the directives, and answers where it will listen.
    fn bring(&self, folder: &Path, command: &mut Command) -> Result<SocketAddr> {
        let address = free_address()?;
        let (certificate, key) = (folder.join("server.crt"), folder.join("server.key"));
        fs::write(&certificate, &self.certificate).context("the server's certificate")?;
        fs::write(&key, &self.key).context("the server's key")?;
        command.args(["--tls-port", &address.port().to_string(), "--tls-auth-clients", "no"]);
        command.arg("--tls-cert-file").arg(&certificate).arg("--tls-key-file").arg(&key);
        command.arg("--tls-ca-cert-file").arg(&certificate);
        Ok(address)
    }
}

fn free_address() -> Result<SocketAddr> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?)
}

/// `false` if it ended at once.
#[expect(clippy::disallowed_methods, reason = "waits for a process, in real time")]
fn wait_until_it_answers(server: &mut RedisServer) -> Result<bool> {
    let begin = Instant::now();
    let own = format!("process_id:{}", server.process.id());
    while begin.elapsed() < START_TIME {
        if server.process.try_wait()?.is_some() {
            return Ok(false);
        }
        // Somebody else's server may be listening there.
        let info = server.connect().and_then(|mut c| c.type_in("INFO server"));
        if let Ok(Reply::Bulk(text)) = info
            && String::from_utf8_lossy(&text).lines().any(|line| line == own)
        {
            return Ok(true);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    bail!("redis-server did not answer within {START_TIME:?}")
}
