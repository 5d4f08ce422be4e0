//! Servers on one clock that the story moves, and what can happen to them.

use super::client::Client;
use lockstep_lock::{
    Acquire, AcquireError, Extend, Extended, Grant, Lock, Operation, Release, Released, Script,
    Token, Waiting,
};
use lockstep_resp::{Command, Reply};
use lockstep_sandbox::{Connection, Sandbox};
use lockstep_tests::{RedisConnection, RedisServer, VirtualClock};
use std::time::Duration;

/// A story, by the name of its test.
pub(crate) struct Story {
    pub(crate) name: &'static str,
    pub(crate) nodes: usize,
    pub(crate) tell: fn(&mut Stage),
}

/// Each story is a test on both servers, and listed for the mutants.
macro_rules! stories {
    ($($name:ident on $nodes:literal),* $(,)?) => {
        pub(crate) const STORIES: &[crate::failures::stage::Story] =
            &[$(crate::failures::stage::Story {
                name: stringify!($name),
                nodes: $nodes,
                tell: $name,
            }),*];

        mod on_both {
            $(#[test]
            fn $name() {
                crate::failures::stage::on_both($nodes, super::$name);
            })*
        }
    };
}
pub(crate) use stories;

/// Tells a story on the sandbox and on a real Redis.
pub(crate) fn on_both(nodes: usize, story: fn(&mut Stage)) {
    story(&mut Stage::of(nodes, Node::sandbox));
    story(&mut Stage::of(nodes, Node::real));
}

pub(crate) struct Stage {
    nodes: Vec<Node>,
    /// Since the beginning; the clock of a client that is right.
    pub(crate) now_ms: u64,
    /// A script that says something else for now, and one that always does.
    mutants: [Option<Mutant>; 2],
}

struct Mutant {
    name: &'static str,
    body: String,
}

struct Node {
    redis: Redis,
    wire: Wire,
    down: bool,
}

enum Redis {
    Sandbox(Sandbox),
    Real(RedisServer),
}

/// A connection to one of them.
pub(crate) enum Wire {
    Sandbox(Connection),
    Real(RedisConnection),
}

impl Wire {
    pub(crate) fn call(&mut self, command: &Command) -> Reply {
        match self {
            Self::Sandbox(connection) => connection.call(command.words()),
            Self::Real(connection) => connection.call(command).expect("a server that lives"),
        }
    }

    /// The next message or answer that was sent to it.
    pub(crate) fn receive(&mut self) -> Reply {
        match self {
            Self::Sandbox(connection) => connection.receive().expect("it has arrived"),
            Self::Real(connection) => {
                let reply = connection.receive(Duration::from_secs(10));
                reply.expect("a server that lives").expect("it has been sent")
            }
        }
    }

    pub(crate) fn send(&mut self, command: &Command) {
        match self {
            Self::Sandbox(connection) => connection.send(command.words()).expect("no fault"),
            Self::Real(connection) => connection.send(command).expect("a server that lives"),
        }
    }
}

impl Node {
    fn sandbox() -> Self {
        let sandbox = Sandbox::new();
        let wire = Wire::Sandbox(sandbox.connect());
        Self { redis: Redis::Sandbox(sandbox), wire, down: false }
    }

    fn real() -> Self {
        let clock = VirtualClock::new(Sandbox::STARTED_AT_MS).expect("a clock");
        let server = RedisServer::start(clock).expect("a server");
        let wire = Wire::Real(server.connect().expect("a server that lives"));
        Self { redis: Redis::Real(server), wire, down: false }
    }
}

impl Mutant {
    fn new(script: &Script, from: &str, to: &str) -> Self {
        let body = script.body.replacen(from, to, 1);
        assert_ne!(body, script.body, "{} does not say {from:?}", script.name);
        Self { name: script.name, body }
    }
}

impl Stage {
    fn of(nodes: usize, node: fn() -> Node) -> Self {
        let nodes = (0..nodes).map(|_| node()).collect();
        Self { nodes, now_ms: 0, mutants: [None, None] }
    }

    pub(crate) fn sandboxes(nodes: usize) -> Self {
        Self::of(nodes, Node::sandbox)
    }

    /// From now on a script says `to` where it says `from`.
    pub(crate) fn mutate(&mut self, script: &Script, from: &str, to: &str) {
        self.mutants[0] = Some(Mutant::new(script, from, to));
    }

    /// The same, for the whole story.
    pub(crate) fn change_for_good(&mut self, script: &Script, from: &str, to: &str) {
        self.mutants[1] = Some(Mutant::new(script, from, to));
    }

    /// The scripts are as they were.
    pub(crate) fn mend(&mut self) {
        self.mutants[0] = None;
    }

    pub(crate) fn advance(&mut self, by_ms: u64) {
        self.now_ms += by_ms;
        for node in &mut self.nodes {
            match &mut node.redis {
                Redis::Sandbox(sandbox) => _ = sandbox.advance(Duration::from_millis(by_ms)),
                Redis::Real(server) => {
                    let by_ms = i64::try_from(by_ms).expect("a short time");
                    server.advance(by_ms).expect("a server that lives");
                }
            }
        }
    }

    /// A node cannot be reached.
    pub(crate) fn down(&mut self, node: usize) {
        self.nodes[node].down = true;
    }

    pub(crate) fn up(&mut self, node: usize) {
        self.nodes[node].down = false;
    }

    /// A node that keeps everything in memory starts again.
    pub(crate) fn restart(&mut self, node: usize) {
        for line in ["FLUSHALL", "SCRIPT FLUSH"] {
            assert_eq!(self.says(node, line), "OK");
        }
    }

    pub(crate) fn connect(&self, node: usize) -> Wire {
        match &self.nodes[node].redis {
            Redis::Sandbox(sandbox) => Wire::Sandbox(sandbox.connect()),
            Redis::Real(server) => Wire::Real(server.connect().expect("a server that lives")),
        }
    }

    /// A command arrives at a node; `None` if it is down.
    pub(crate) fn apply(&mut self, node: usize, command: &Command) -> Option<Reply> {
        let at = &mut self.nodes[node];
        if at.down {
            return None;
        }
        let script = Script::called_by(command).map(|script| script.name);
        let mut mutants = self.mutants.iter().flatten();
        let Some(mutant) = mutants.find(|mutant| Some(mutant.name) == script) else {
            return Some(at.wire.call(command));
        };
        let changed = Command::new(["EVAL", &mutant.body]);
        let changed = command.words().iter().skip(2).fold(changed, Command::arg);
        Some(at.wire.call(&changed))
    }

    /// What the first node answers to a line typed in `redis-cli`.
    pub(crate) fn cli(&mut self, line: &str) -> String {
        self.says(0, line)
    }

    pub(crate) fn says(&mut self, node: usize, line: &str) -> String {
        let command = Command::parse(line).expect("a command");
        self.nodes[node].wire.call(&command).to_string()
    }

    /// Runs an operation whose every message arrives, at one moment.
    pub(crate) fn run<O: Operation>(&mut self, operation: O) -> O::Outcome {
        let mut client = Client::start(self, operation);
        client.run(self);
        client.outcome()
    }

    /// One attempt.
    pub(crate) fn acquire(&mut self, lock: &Lock, token: &str) -> Result<Grant, AcquireError> {
        let mut client = Client::start(self, once(lock, token));
        client.run(self);
        client.wait_until_done(self);
        client.outcome()
    }

    pub(crate) fn take(&mut self, lock: &Lock, token: &str) -> Grant {
        self.acquire(lock, token).expect("the lock was free")
    }

    pub(crate) fn extend(&mut self, lock: &Lock, grant: &Grant) -> Extended {
        let mut client = Client::start(self, Extend::new(lock, grant));
        client.run(self);
        client.wait_until_done(self);
        client.outcome()
    }

    pub(crate) fn release(&mut self, lock: &Lock, grant: &Grant) -> Released {
        let mut client = Client::start(self, Release::new(lock, grant));
        client.run(self);
        client.wait_until_done(self);
        client.outcome()
    }

    /// Whether somebody else would be told that the lock is taken.
    pub(crate) fn is_taken(&mut self, lock: &Lock) -> bool {
        self.says(0, &format!("EXISTS {}", String::from_utf8_lossy(&lock.key))) == "(integer) 1"
    }
}

pub(crate) fn once(lock: &Lock, token: &str) -> Acquire {
    Acquire::new(lock, Token::new(token), Waiting::NONE)
}

pub(crate) fn is_taken<T: std::fmt::Debug>(outcome: &Result<T, AcquireError>) -> bool {
    matches!(outcome, Err(AcquireError::Taken { .. }))
}
