//! A scenario that was found in order, ready to be played.

mod act;
mod error;
mod read;

pub use error::ScenarioError;

pub(crate) use act::{Act, CastGuard, Question};

use crate::{
    ClientIndex, Disk, Faults, LockIndex, Nodes, Program, Property, ResourceSpec, Scenario, Server,
};
use lockstep_lock::{
    Acquire, Algorithm, Extend, Grant, Happened, Lock, NodeIndex, Operation, Progress, Release,
    Script, Token, Waiting,
};
use lockstep_resp::Command;

/// A scenario with its programs read and its names looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cast {
    /// Where the locks live.
    pub nodes: Nodes,
    /// What a node that restarts still has.
    pub disk: Disk,
    /// Which server the nodes are.
    pub server: Server,
    /// The locks in the order of their names.
    pub locks: Vec<CastLock>,
    /// What they protect, in the order of names.
    pub resources: Vec<CastResource>,
    /// The sections in the order in which programs name them.
    pub sections: Vec<String>,
    /// The clients in the order of their names.
    pub clients: Vec<CastClient>,
    /// What is watched.
    pub properties: Vec<Property>,
    /// What may go wrong when it is explored.
    pub faults: Faults,
}

/// A lock of a [`Cast`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastLock {
    /// The name under which programs speak of it.
    pub name: String,
    /// How it is taken and given back.
    pub lock: Lock,
    /// How to wait for it when it is taken.
    pub waiting: Waiting,
    /// Whether a watchdog extends it while it is held.
    pub watchdog: bool,
}

/// A resource of a [`Cast`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastResource {
    /// Its name.
    pub name: String,
    /// What it is.
    pub spec: ResourceSpec,
}

/// A client of a [`Cast`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastClient {
    /// Its name.
    pub name: String,
    /// What it does.
    pub program: Program,
    /// The same with all names looked up, line by line.
    pub(crate) acts: Vec<Act>,
}

impl CastClient {
    /// Whether what was replied to a plain command decides anything.
    pub(crate) fn asks_for_replies(&self) -> bool {
        self.acts.iter().any(|act| matches!(act, Act::If { question, .. } if question.asks_reply()))
    }

    /// Whether it compares a reply with what can be a length of time. That a
    /// key is gone or has no end is told by numbers below nought.
    fn asks_for_lengths(&self) -> bool {
        let mut asked = self.acts.iter().filter_map(|act| match act {
            Act::If { question, .. } => question.number_of_reply(),
            _ => None,
        });
        asked.any(|number| number > 0)
    }

    /// Whether a client that stands at this line still asks whether this lock
    /// is valid.
    pub(crate) fn will_ask_whether_valid(&self, position: usize, lock: LockIndex) -> bool {
        let begins_again = self.acts.iter().any(|act| matches!(act, Act::Retry { .. }));
        let ahead = self.acts.iter().skip(if begins_again { 0 } else { position });
        ahead.into_iter().any(|act| act.asks_whether_valid(lock))
    }
}

impl CastLock {
    /// Takes the lock under `token`, which belongs to this owner.
    pub(crate) fn acquire(&self, owner: &str, token: Token) -> Acquire {
        Acquire::new(&self.of(owner), token, self.waiting)
    }

    /// The lock as this client takes it: a reentrant one is the owner's.
    pub(crate) fn of(&self, owner: &str) -> Lock {
        let reentrant = self.lock.algorithm == Algorithm::Reentrant;
        Lock { owner: reentrant.then(|| Token::new(owner)), ..self.lock.clone() }
    }

    fn example_grant(&self, token: Token) -> Grant {
        let key = self.lock.key.clone();
        Grant { key, token, fencing_token: None, valid_until_ms: u64::MAX, lease_until_ms: None }
    }
}

/// Words that tell or take a time of day.
const OF_THE_DAY: &[&str] =
    &["TIME", "EXPIRETIME", "PEXPIRETIME", "EXPIREAT", "PEXPIREAT", "EXAT", "PXAT"];

/// Whether a command says one of these, as a word of its own or in quotes in a
/// script.
fn says(command: &Command, known: &[&str]) -> bool {
    command.words().iter().any(|word| {
        let word = String::from_utf8_lossy(word).to_ascii_uppercase();
        let mut quoted = word.split(['\'', '"']).skip(1).step_by(2);
        known.contains(&word.as_str()) || quoted.any(|q| known.contains(&q))
    })
}

/// Whether a script in it finds one number to be larger than another.
fn compares(command: &Command) -> bool {
    command.words().iter().any(|word| word.iter().any(|b| matches!(b, b'<' | b'>')))
}

/// Words that tell how long a key has left.
const OF_WHAT_IS_LEFT: &[&str] = &["TTL", "PTTL"];

/// What an operation sends when it begins.
fn first_command(mut operation: impl Operation) -> Option<Command> {
    match operation.resume(0, Happened::Started) {
        Progress::Wants(wants) => wants.send.into_iter().next().map(|request| request.command),
        Progress::Done(_) => None,
    }
}

impl Cast {
    /// Reads the programs of a scenario and checks that all names in them are
    /// known.
    ///
    /// # Errors
    ///
    /// The first thing that is not in order.
    pub fn new(scenario: &Scenario) -> Result<Self, ScenarioError> {
        read::cast(scenario)
    }

    /// How many nodes there are.
    pub fn node_count(&self) -> usize {
        match self.nodes {
            Nodes::One | Nodes::Replicas(_) => 1,
            Nodes::Independent(nodes) => nodes.into(),
        }
    }

    /// How many replicas the one node has.
    pub fn replica_count(&self) -> usize {
        if let Nodes::Replicas(replicas) = self.nodes { replicas.into() } else { 0 }
    }

    /// The name of a node: `redis`, or `n1` and so on.
    pub fn node_name(&self, node: NodeIndex) -> String {
        match self.nodes {
            Nodes::One | Nodes::Replicas(_) => "redis".to_owned(),
            Nodes::Independent(_) => format!("n{}", usize::from(node.0) + 1),
        }
    }

    /// The lock with this name.
    pub fn lock(&self, name: &str) -> Option<LockIndex> {
        self.locks.iter().position(|lock| lock.name == name).map(LockIndex)
    }

    /// The lock with this Redis key.
    pub fn lock_by_key(&self, key: &[u8]) -> Option<LockIndex> {
        self.locks.iter().position(|lock| *lock.lock.key == *key).map(LockIndex)
    }

    /// The client with this name.
    pub fn client(&self, name: &str) -> Option<ClientIndex> {
        self.clients.iter().position(|client| client.name == name).map(ClientIndex)
    }

    /// The name of a client; empty for an index from another cast.
    pub fn name(&self, client: ClientIndex) -> &str {
        self.clients.get(client.0).map_or("", |client| &client.name)
    }

    /// By how much a clock jumps that is off, in milliseconds: just more than
    /// the longest time to live of all locks.
    pub fn clock_jump_ms(&self) -> u64 {
        self.longest_ttl_ms().saturating_add(1)
    }

    /// By how much a client's clock jumps that falls behind, and one that jumps
    /// ahead, in milliseconds.
    pub(crate) fn client_clock_jumps_ms(&self) -> [i64; 2] {
        let by_ms = i64::try_from(self.clock_jump_ms()).unwrap_or(i64::MAX);
        [-by_ms, by_ms]
    }

    /// The longest time to live of all locks, in milliseconds.
    pub fn longest_ttl_ms(&self) -> u64 {
        self.locks.iter().map(|lock| lock.lock.ttl_ms).max().unwrap_or(0)
    }

    /// The command that a line of a client's program sends first, with the
    /// token of the client's first acquisition; `None` for a local line.
    pub fn command(&self, client: ClientIndex, line: usize) -> Option<Command> {
        let name = self.name(client);
        let act = self.clients.get(client.0)?.acts.get(line)?;
        let lock = |lock: &LockIndex| &self.locks[lock.0];
        let token = Token::new(format!("{name}-1"));
        match act {
            Act::Redis { command } => Some(command.clone()),
            Act::Acquire { lock: index, .. } => first_command(lock(index).acquire(name, token)),
            Act::Extend { lock: index } => {
                let lock = lock(index);
                first_command(Extend::new(&lock.of(name), &lock.example_grant(token)))
            }
            Act::Release { lock: index } => {
                let lock = lock(index);
                first_command(Release::new(&lock.of(name), &lock.example_grant(token)))
            }
            _ => None,
        }
    }

    /// Whether a program looks at the time of day, by a word of a command or by
    /// one that stands in quotes in a script, or goes by how long a key has
    /// left. The lock library's own scripts keep times only in the keys of fair
    /// locks, and those are known.
    pub(crate) fn looks_at_time(&self) -> bool {
        self.clients.iter().any(|client| {
            let commands = client.acts.iter().filter_map(|act| match act {
                Act::Redis { command } if Script::called_by(command).is_none() => Some(command),
                _ => None,
            });
            let asks = client.asks_for_lengths();
            commands.into_iter().any(|command| {
                says(command, OF_THE_DAY)
                    || (says(command, OF_WHAT_IS_LEFT) && (asks || compares(command)))
            })
        })
    }

    /// Whether the values in this key are moments of the server's clock.
    pub(crate) fn holds_times(&self, key: &[u8]) -> bool {
        let fair = self.locks.iter().filter(|lock| lock.lock.algorithm == Algorithm::Fair);
        fair.into_iter().any(|lock| *lock.lock.waiters_key() == *key)
    }
}
