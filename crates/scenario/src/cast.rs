//! A scenario that was found in order, ready to be played.

use crate::{ClientIndex, LockIndex, Program, ProgramError, Property, Scenario, Word};
use lockstep_lock::{
    Acquire, Algorithm, Extend, Grant, Happened, Operation, Progress, Release, Retry, Token,
};
use lockstep_resp::{Blob, Command};

/// A scenario with its programs read and its names looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cast {
    /// The locks in the order of their names.
    pub locks: Vec<CastLock>,
    /// The clients in the order of their names.
    pub clients: Vec<CastClient>,
    /// What is watched.
    pub properties: Vec<Property>,
}

/// A lock of a [`Cast`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastLock {
    /// The name under which programs speak of it.
    pub name: String,
    /// How it is taken and given back.
    pub algorithm: Algorithm,
    /// The Redis key.
    pub key: Blob,
    /// Its time to live in milliseconds.
    pub ttl_ms: u64,
    /// What follows a failed attempt.
    pub retry: Retry,
}

/// A client of a [`Cast`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastClient {
    /// Its name.
    pub name: String,
    /// What it does.
    pub program: Program,
}

/// A scenario that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each is its text")]
pub enum ScenarioError {
    #[error("a scenario needs at least one client")]
    NoClients,
    #[error(
        "`{name}` cannot name a client: schedules are written with the names, \
         so take letters and digits, a letter first"
    )]
    ClientName { name: String },
    #[error("program of client {client}, {error}")]
    Program { client: String, error: ProgramError },
    #[error("program of client {client}, line {line}: there is no lock `{lock}`; {known}")]
    UnknownLock { client: String, line: usize, lock: String, known: String },
    #[error("locks `{first}` and `{second}` have the same key `{key}`")]
    SameKey { first: String, second: String, key: String },
}

impl CastLock {
    /// Takes the lock under `token`.
    pub(crate) fn acquire(&self, token: Token) -> Acquire {
        Acquire::new(self.algorithm, self.key.clone(), token, self.ttl_ms, self.retry)
    }

    /// Gives the lock a new time to live.
    pub(crate) fn extend(&self, grant: &Grant) -> Extend {
        Extend::new(self.algorithm, grant, self.ttl_ms)
    }

    /// Gives the lock back.
    pub(crate) fn release(&self, grant: &Grant) -> Release {
        Release::new(self.algorithm, grant)
    }

    fn example_grant(&self, token: Token) -> Grant {
        let (key, valid_until_ms) = (self.key.clone(), 0);
        Grant { key, token, valid_until_ms }
    }
}

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
        if scenario.clients.is_empty() {
            return Err(ScenarioError::NoClients);
        }
        let cast = Self {
            locks: locks(scenario)?,
            clients: clients(scenario)?,
            properties: scenario.properties.clone(),
        };
        cast.check_locks()?;
        Ok(cast)
    }

    /// The lock with this name.
    pub fn lock(&self, name: &str) -> Option<LockIndex> {
        self.locks.iter().position(|lock| lock.name == name).map(LockIndex)
    }

    /// The lock with this Redis key.
    pub fn lock_by_key(&self, key: &[u8]) -> Option<LockIndex> {
        self.locks.iter().position(|lock| *lock.key == *key).map(LockIndex)
    }

    /// The client with this name.
    pub fn client(&self, name: &str) -> Option<ClientIndex> {
        self.clients.iter().position(|client| client.name == name).map(ClientIndex)
    }

    /// The name of a client; empty for an index from another cast.
    pub fn name(&self, client: ClientIndex) -> &str {
        self.clients.get(client.0).map_or("", |client| &client.name)
    }

    /// The command that a line of a client's program sends first, with the
    /// token of the client's first acquisition; `None` for a local line.
    pub fn command(&self, client: ClientIndex, line: usize) -> Option<Command> {
        let name = self.name(client);
        let line = self.clients.get(client.0)?.program.lines.get(line)?;
        let lock = |name: &str| self.lock(name).map(|lock| &self.locks[lock.0]);
        let token = Token::new(format!("{name}-1"));
        match &line.word {
            Word::Redis { command } => Some(command.clone()),
            Word::Acquire { lock: name } => first_command(lock(name)?.acquire(token)),
            Word::Extend { lock: name } => {
                let lock = lock(name)?;
                first_command(lock.extend(&lock.example_grant(token)))
            }
            Word::Release { lock: name } => {
                let lock = lock(name)?;
                first_command(lock.release(&lock.example_grant(token)))
            }
            Word::Enter { .. } | Word::Leave { .. } | Word::Work { .. } | Word::Stop => None,
        }
    }

    fn check_locks(&self) -> Result<(), ScenarioError> {
        for client in &self.clients {
            for line in &client.program.lines {
                let (Word::Acquire { lock } | Word::Extend { lock } | Word::Release { lock }) =
                    &line.word
                else {
                    continue;
                };
                if self.lock(lock).is_none() {
                    let (client, line) = (client.name.clone(), line.number);
                    let (lock, known) = (lock.clone(), self.known_locks());
                    return Err(ScenarioError::UnknownLock { client, line, lock, known });
                }
            }
        }
        Ok(())
    }

    fn known_locks(&self) -> String {
        let names: Vec<_> = self.locks.iter().map(|lock| lock.name.as_str()).collect();
        match names.as_slice() {
            [] => "the scenario has none".to_owned(),
            names => format!("the scenario has {}", names.join(", ")),
        }
    }
}

fn locks(scenario: &Scenario) -> Result<Vec<CastLock>, ScenarioError> {
    let mut locks: Vec<CastLock> = Vec::new();
    for (name, spec) in &scenario.locks {
        let key = Blob::from(spec.key.as_bytes());
        if let Some(first) = locks.iter().find(|lock| lock.key == key) {
            let (first, second) = (first.name.clone(), name.clone());
            return Err(ScenarioError::SameKey { first, second, key: spec.key.clone() });
        }
        let retry =
            spec.retry.map_or(Retry::Never, |pause| Retry::Every { pause_ms: pause.as_ms() });
        locks.push(CastLock {
            name: name.clone(),
            algorithm: spec.algorithm,
            key,
            ttl_ms: spec.ttl.as_ms(),
            retry,
        });
    }
    Ok(locks)
}

fn clients(scenario: &Scenario) -> Result<Vec<CastClient>, ScenarioError> {
    let clients = scenario.clients.iter().map(|(name, spec)| {
        let letters = name.bytes().all(|b| b.is_ascii_alphanumeric());
        if !letters || !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(ScenarioError::ClientName { name: name.clone() });
        }
        let client = name.clone();
        let program = Program::parse(&spec.program)
            .map_err(|error| ScenarioError::Program { client, error })?;
        Ok(CastClient { name: name.clone(), program })
    });
    clients.collect()
}
