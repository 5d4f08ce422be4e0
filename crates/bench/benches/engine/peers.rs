//! Who runs the commands.

use lockstep_engine::{ConnectionId, Output, ScriptHost, State};
use lockstep_resp::{Command, Reply, codec};
use lockstep_tests::RedisServer;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

/// Somebody who runs commands and checks the replies.
pub(crate) trait Peer {
    /// Runs commands whose replies do not matter.
    fn set_up(&mut self, commands: &[Command]);
    /// Runs commands; each reply must be the one that stands beside it.
    fn run(&mut self, batch: &[(Command, Reply)]);
}

/// The engine in the process, at a time that stands still.
pub(crate) struct Engine {
    state: State,
    host: ScriptHost,
    connection: ConnectionId,
    output: Output,
}

const NOW_MS: i64 = 1_700_000_000_000;

impl Default for Engine {
    fn default() -> Self {
        let mut state = State::default();
        let connection = state.connect();
        Self { state, host: ScriptHost::new(), connection, output: Output::default() }
    }
}

impl Engine {
    fn call(&mut self, words: &[&[u8]]) -> Reply {
        let Self { state, host, connection, output } = self;
        state.submit(host, *connection, words, NOW_MS, output);
        output.events.clear();
        output.messages.pop().expect("an answer").reply
    }

    /// As [`Peer::run`], for commands in the form that the engine takes.
    pub(crate) fn run_words(&mut self, batch: &[(Vec<&[u8]>, Reply)]) {
        for (words, reply) in batch {
            assert_eq!(self.call(words), *reply);
        }
    }
}

impl Peer for Engine {
    fn set_up(&mut self, commands: &[Command]) {
        for command in commands {
            self.call(&command.as_slices());
        }
    }

    fn run(&mut self, batch: &[(Command, Reply)]) {
        for (command, reply) in batch {
            assert_eq!(self.call(&command.as_slices()), *reply);
        }
    }
}

/// A redis-server in real time on loopback; a whole batch is in flight at once.
pub(crate) struct RealRedis {
    stream: TcpStream,
    bytes: Vec<u8>,
    arrived: Vec<u8>,
    _server: RedisServer,
}

impl RealRedis {
    pub(crate) fn start() -> Self {
        let server = RedisServer::start_real_time().expect("a redis-server");
        let stream = TcpStream::connect(server.address()).expect("the server listens");
        stream.set_nodelay(true).expect("a TCP stream");
        Self { stream, bytes: Vec::new(), arrived: Vec::new(), _server: server }
    }

    fn next(&mut self, used: &mut usize) -> Reply {
        loop {
            let decoded = codec::decode_reply(&self.arrived[*used..]).expect("RESP");
            if let Some((reply, length)) = decoded {
                *used += length;
                return reply;
            }
            let mut chunk = [0; 16 << 10];
            let count = self.stream.read(&mut chunk).expect("the server lives");
            assert_ne!(count, 0, "the server closed the connection");
            self.arrived.extend_from_slice(&chunk[..count]);
        }
    }

    fn send<'a>(&mut self, commands: impl Iterator<Item = &'a Command>) {
        self.bytes.clear();
        commands.for_each(|command| codec::encode_command(command, &mut self.bytes));
        self.stream.write_all(&self.bytes).expect("the server lives");
    }
}

impl Peer for RealRedis {
    fn set_up(&mut self, commands: &[Command]) {
        self.send(commands.iter());
        let mut used = 0;
        for _ in commands {
            self.next(&mut used);
        }
        self.arrived.clear();
    }

    /// One command after the other where the batch is one round, else all at
    /// once: that is what pipelining is.
    fn run(&mut self, batch: &[(Command, Reply)]) {
        let at_once = if batch.len() > 2 { batch.len() } else { 1 };
        for part in batch.chunks(at_once) {
            self.send(part.iter().map(|(command, _)| command));
            let mut used = 0;
            for (_, reply) in part {
                assert_eq!(self.next(&mut used), *reply);
            }
            self.arrived.clear();
        }
    }
}
