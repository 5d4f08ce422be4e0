//! A Redis node: its connections, and the thread that sends in the background.

use crate::wire;
use lockstep_resp::{Command, Reply};
use redis::{Client, ConnectionLike, Pipeline, RedisError, RedisResult};
use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How many connections are kept that nobody uses.
const IDLE: usize = 4;
/// How many commands go out together when they have been waiting.
const BATCH: usize = 64;

/// What a node said, or what cost its answer.
pub(super) type Answer = Result<Reply, Arc<RedisError>>;

type Link = Box<dyn ConnectionLike + Send>;

/// One Redis node.
pub(super) struct Node {
    pool: Arc<Pool>,
    /// The way to the thread that sends in the background; it is started when
    /// it is needed first, and ends when the node is dropped.
    courier: Mutex<Option<Sender<Parcel>>>,
}

/// Its connections. Each carries one command at a time.
struct Pool {
    idle: Mutex<Vec<Link>>,
    came_back: Condvar,
    source: Source,
}

/// Where connections come from.
enum Source {
    /// There is the one that was given.
    Given,
    /// A new one is opened where none is idle.
    Client { client: Box<Client>, timeout: Duration },
}

/// A command to be sent in the background, and who waits for its answer.
struct Parcel {
    command: Command,
    deliver: Box<dyn FnOnce(Answer) + Send>,
}

impl Node {
    /// A node behind one connection.
    pub(super) fn given(connection: impl ConnectionLike + Send + 'static) -> Self {
        Self::new(Source::Given, vec![Box::new(connection)])
    }

    /// A node to which connections are opened as they are needed. To connect,
    /// to write and to read may take `timeout` each.
    pub(super) fn of(client: Client, timeout: Duration) -> Self {
        Self::new(Source::Client { client: Box::new(client), timeout }, Vec::new())
    }

    fn new(source: Source, idle: Vec<Link>) -> Self {
        let pool = Pool { idle: Mutex::new(idle), came_back: Condvar::new(), source };
        Self { pool: Arc::new(pool), courier: Mutex::default() }
    }

    /// Opens a connection if none is there.
    pub(super) fn open(&self) -> RedisResult<()> {
        self.pool.lend().map(drop)
    }

    /// Sends a command and waits for its answer.
    pub(super) fn call(&self, command: &Command) -> Answer {
        self.pool.call(command)
    }

    /// Has a command sent in the background, after all that were posted before.
    /// Never waits.
    pub(super) fn post(&self, command: Command, deliver: impl FnOnce(Answer) + Send + 'static) {
        let parcel = Parcel { command, deliver: Box::new(deliver) };
        let sender = self.courier();
        let undelivered = match sender {
            Ok(sender) => {
                sender.send(parcel).err().map(|e| (e.0, io::ErrorKind::BrokenPipe.into()))
            }
            Err(error) => Some((parcel, error)),
        };
        if let Some((parcel, error)) = undelivered {
            (parcel.deliver)(Err(Arc::new(error.into())));
        }
    }

    fn courier(&self) -> io::Result<Sender<Parcel>> {
        let mut courier = self.courier.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = &*courier {
            return Ok(sender.clone());
        }
        let (sender, parcels) = mpsc::channel();
        let pool = Arc::clone(&self.pool);
        thread::Builder::new()
            .name("lockstep-node".into())
            .spawn(move || carry(&parcels, &pool))?;
        *courier = Some(sender.clone());
        Ok(sender)
    }
}

/// A connection to which connecting, writing and reading may take `timeout`.
pub(super) fn open(client: &Client, timeout: Duration) -> RedisResult<redis::Connection> {
    let connection = client.get_connection_with_timeout(timeout)?;
    connection.set_read_timeout(Some(timeout))?;
    connection.set_write_timeout(Some(timeout))?;
    Ok(connection)
}

/// Sends what is posted, in order. What has gathered while an answer was waited
/// for goes out together, so that many locks cost few round trips.
fn carry(parcels: &Receiver<Parcel>, pool: &Pool) {
    while let Ok(first) = parcels.recv() {
        let batch: Vec<Parcel> =
            std::iter::once(first).chain(parcels.try_iter().take(BATCH - 1)).collect();
        let commands: Vec<&Command> = batch.iter().map(|parcel| &parcel.command).collect();
        let mut answers = pool.call_all(&commands).into_iter();
        for parcel in batch {
            let missing = || Err(Arc::new(io::Error::from(io::ErrorKind::UnexpectedEof).into()));
            (parcel.deliver)(answers.next().unwrap_or_else(missing));
        }
    }
}

impl Pool {
    fn call(&self, command: &Command) -> Answer {
        let mut lent = self.lend().map_err(Arc::new)?;
        lent.ask(|link| wire::answer(link.req_command(&wire::cmd(command)))).map_err(Arc::new)
    }

    fn call_all(&self, commands: &[&Command]) -> Vec<Answer> {
        if let [command] = commands {
            return vec![self.call(command)];
        }
        let mut pipeline = Pipeline::with_capacity(commands.len());
        for command in commands {
            pipeline.add_command(wire::cmd(command));
        }
        let packed = pipeline.get_packed_pipeline();
        let values = self.lend().and_then(|mut lent| {
            lent.ask(|link| link.req_packed_commands(&packed, 0, commands.len()))
        });
        match values {
            Ok(values) => {
                values.into_iter().map(|v| wire::answer(Ok(v)).map_err(Arc::new)).collect()
            }
            Err(error) => {
                let error = Arc::new(error);
                commands.iter().map(|_| Err(Arc::clone(&error))).collect()
            }
        }
    }

    /// A connection for one exchange.
    fn lend(&self) -> RedisResult<Lent<'_>> {
        let mut idle = self.idle();
        let link = match &self.source {
            Source::Given => loop {
                match idle.pop() {
                    Some(link) => break link,
                    None => {
                        idle = self.came_back.wait(idle).unwrap_or_else(PoisonError::into_inner);
                    }
                }
            },
            Source::Client { client, timeout } => match idle.pop() {
                Some(link) => link,
                None => {
                    drop(idle);
                    Box::new(open(client, *timeout)?)
                }
            },
        };
        Ok(Lent { pool: self, link: Some(link), sound: true })
    }

    fn take_back(&self, link: Link, sound: bool) {
        let mut idle = self.idle();
        if matches!(self.source, Source::Given) {
            idle.push(link);
            self.came_back.notify_one();
        } else if !sound {
            // A late answer must not be taken for that to another command, and
            // what broke this connection has mostly broken the others too.
            idle.clear();
        } else if idle.len() < IDLE {
            idle.push(link);
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Link>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection in use; it goes back when dropped, also by a panic.
struct Lent<'a> {
    pool: &'a Pool,
    link: Option<Link>,
    sound: bool,
}

impl Lent<'_> {
    fn ask<T>(&mut self, exchange: impl FnOnce(&mut Link) -> RedisResult<T>) -> RedisResult<T> {
        let Some(link) = &mut self.link else {
            return Err(io::Error::from(io::ErrorKind::NotConnected).into());
        };
        self.sound = false;
        let result = exchange(link);
        self.sound = result.is_ok();
        result
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        if let Some(link) = self.link.take() {
            self.pool.take_back(link, self.sound);
        }
    }
}
