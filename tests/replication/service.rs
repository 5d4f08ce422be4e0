//! A service of one primary and two replicas, and steps that are played on it.

use anyhow::{Context as _, Result, bail};
use lockstep_engine::{ConnectionId, Output, ReplicaSet, ScriptHost, State};
use lockstep_resp::{Command, Reply};
use lockstep_transcript::START_MS;
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;

/// A primary and two replicas that get what they are told to get.
pub(super) trait Service {
    /// Makes it empty, with new connections.
    fn reset(&mut self) -> Result<()>;
    /// Sends a command; `None` if it is blocked.
    fn call(&mut self, connection: &str, command: &Command) -> Result<Option<Reply>>;
    /// What has arrived later.
    fn receive(&mut self, connection: &str) -> Result<Option<Reply>>;
    /// Moves the primary's clock.
    fn advance(&mut self, by_ms: i64) -> Result<()>;
    /// Brings the next writes to a replica, so many or all.
    fn replicate(&mut self, replica: usize, writes: usize) -> Result<()>;
}

/// The same steps with the replies that were given. What stands between them is
/// left out; a command on a connection that is blocked is not sent.
pub(super) fn play(service: &mut impl Service, steps: &str) -> Result<String> {
    service.reset()?;
    let mut told = String::new();
    let mut blocked = Vec::new();
    for line in steps.lines() {
        let reply = match line.split_at_checked(2) {
            Some(("~ ", step)) => {
                writeln!(told, "{line}")?;
                fault(service, step)?;
                continue;
            }
            Some((who @ ("A>" | "B>"), _)) if blocked.contains(&&who[..1]) => continue,
            Some((who @ ("A>" | "B>"), command)) => {
                let reply = service.call(&who[..1], &Command::parse(command)?)?;
                if reply.is_none() {
                    blocked.push(&who[..1]);
                }
                reply
            }
            Some((who @ ("A<" | "B<"), "")) => {
                let reply = service.receive(&who[..1])?;
                if reply.is_some() {
                    blocked.retain(|other| *other != &who[..1]);
                }
                reply
            }
            _ => continue,
        };
        let reply = reply.map_or("(no reply)".to_owned(), |reply| reply.to_string());
        writeln!(told, "{line}\n{reply}")?;
    }
    Ok(told)
}

fn fault(service: &mut impl Service, step: &str) -> Result<()> {
    let words: Vec<&str> = step.split(' ').collect();
    match words[..] {
        ["advance", by_ms] => service.advance(by_ms.parse()?),
        ["replicate", replica, writes] => service.replicate(replica.parse()?, writes.parse()?),
        _ => bail!("no step: ~ {step}"),
    }
}

/// The engine's set.
pub(super) struct EngineService {
    host: ScriptHost,
    set: ReplicaSet,
    now_ms: i64,
    connections: BTreeMap<String, ConnectionId>,
    arrived: BTreeMap<ConnectionId, VecDeque<Reply>>,
}

impl EngineService {
    pub(super) fn new() -> Self {
        Self::with_replicas(2)
    }

    pub(super) fn with_replicas(replicas: usize) -> Self {
        Self {
            host: ScriptHost::new(),
            set: ReplicaSet::new(State::default(), replicas),
            now_ms: START_MS,
            connections: BTreeMap::new(),
            arrived: BTreeMap::new(),
        }
    }

    fn connection(&mut self, name: &str) -> ConnectionId {
        if let Some(&open) = self.connections.get(name) {
            return open;
        }
        let opened = self.set.connect();
        self.connections.insert(name.to_owned(), opened);
        let words: [&[u8]; 2] = [b"CLIENT", b"ID"];
        let output = &mut Output::default();
        self.set.submit(&self.host, opened, &words, self.now_ms, output);
        opened
    }

    fn deliver(&mut self, output: Output) {
        for message in output.messages {
            let arrived = self.arrived.entry(message.connection).or_default();
            arrived.push_back(message.reply);
        }
    }

    /// What replica 0 answers.
    pub(super) fn ask_replica(&mut self, command: &Command) -> Option<Reply> {
        let connection = self.connection("A");
        let (words, mut output) = (command.as_slices(), Output::default());
        let sent = (connection, &words[..]);
        self.set.submit_to_replica(&self.host, 0, sent, self.now_ms, &mut output);
        output.messages.pop().map(|message| message.reply)
    }

    /// What the primary, or replica 0, answers to `ROLE` and `INFO replication`.
    pub(super) fn told_of_itself(&self, at_replica: bool) -> [String; 2] {
        let mut service =
            Self { set: self.set.clone(), ..Self::with_replicas(self.set.replicas()) };
        ["ROLE", "INFO replication"].map(|line| {
            let command = Command::parse(line).expect("a well-formed line");
            let reply = match at_replica {
                true => service.ask_replica(&command),
                false => service.call("A", &command).expect("the engine plays"),
            };
            reply.expect("an answer").to_string()
        })
    }
}

impl Service for EngineService {
    fn reset(&mut self) -> Result<()> {
        *self = Self::with_replicas(self.set.replicas());
        Ok(())
    }

    fn call(&mut self, connection: &str, command: &Command) -> Result<Option<Reply>> {
        let id = self.connection(connection);
        let (words, mut output) = (command.as_slices(), Output::default());
        self.set.submit(&self.host, id, &words, self.now_ms, &mut output);
        self.deliver(output);
        self.receive(connection)
    }

    fn receive(&mut self, connection: &str) -> Result<Option<Reply>> {
        let id = self.connection(connection);
        Ok(self.arrived.get_mut(&id).and_then(VecDeque::pop_front))
    }

    fn advance(&mut self, by_ms: i64) -> Result<()> {
        self.now_ms = self.now_ms.checked_add(by_ms).context("a time out of range")?;
        let mut output = Output::default();
        self.set.advance(&self.host, self.now_ms, &mut output);
        self.deliver(output);
        Ok(())
    }

    fn replicate(&mut self, replica: usize, writes: usize) -> Result<()> {
        let mut output = Output::default();
        self.set.replicate(&self.host, replica, writes, self.now_ms, &mut output);
        self.deliver(output);
        Ok(())
    }
}
