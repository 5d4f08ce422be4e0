//! Reading a scenario.

use super::{Act, Cast, CastClient, CastGuard, CastLock, CastResource, Question, ScenarioError};
use crate::{
    Condition, Guard, Line, LockIndex, LockSpec, Nodes, Program, ResourceIndex, ResourceSpec,
    Scenario, SectionIndex, Word,
};
use lockstep_lock::{Algorithm, Lock, Retry, Waiting};

/// Stands for the client's own name, so that clients can share a program.
const ME: &str = "$me";

/// More than anybody can follow, and few enough to be told in one word of bits.
const MOST_CLIENTS: usize = 16;
const MOST_NODES: usize = 9;

/// Reads the programs of a scenario and looks up all names.
pub(super) fn cast(scenario: &Scenario) -> Result<Cast, ScenarioError> {
    if scenario.clients.is_empty() {
        return Err(ScenarioError::NoClients);
    }
    let too_many = |what, most, found| Err(ScenarioError::TooMany { what, most, found });
    if scenario.clients.len() > MOST_CLIENTS {
        return too_many("clients", MOST_CLIENTS, scenario.clients.len());
    }
    let resources = scenario.resources.iter();
    let mut cast = Cast {
        nodes: scenario.nodes,
        disk: scenario.disk,
        server: scenario.server,
        locks: Vec::new(),
        resources: resources
            .map(|(name, spec)| CastResource { name: name.clone(), spec: spec.clone() })
            .collect(),
        sections: Vec::new(),
        clients: Vec::new(),
        properties: scenario.properties.clone(),
        faults: scenario.faults,
    };
    let copies = cast.node_count().max(cast.replica_count());
    if copies > MOST_NODES {
        return too_many("nodes", MOST_NODES, copies);
    }
    if cast.node_count() == 0 {
        return Err(ScenarioError::NoNodes);
    }
    for (name, spec) in &scenario.locks {
        let lock = lock(&cast, name, spec)?;
        cast.locks.push(lock);
    }
    for name in scenario.clients.keys() {
        let client = client(&mut cast, scenario, name)?;
        cast.clients.push(client);
    }
    Ok(cast)
}

fn lock(cast: &Cast, name: &str, spec: &LockSpec) -> Result<CastLock, ScenarioError> {
    if let Some(first) = cast.locks.iter().find(|known| *known.lock.key == *spec.key.as_bytes()) {
        let (first, second) = (first.name.clone(), name.to_owned());
        return Err(ScenarioError::SameKey { first, second, key: spec.key.clone() });
    }
    let wrong = |problem: &str| {
        Err(ScenarioError::Lock { lock: name.to_owned(), problem: problem.to_owned() })
    };
    let independent = matches!(cast.nodes, Nodes::Independent(_));
    match (spec.algorithm, cast.nodes) {
        (Algorithm::RedLock, _) if !independent => {
            return wrong("redlock needs `nodes = { independent = 3 }` or more");
        }
        (Algorithm::Replicated, nodes) if !matches!(nodes, Nodes::Replicas(1..)) => {
            return wrong("replicated needs `nodes = { replicas = 1 }` or more");
        }
        (Algorithm::RedLock, _) if spec.notify => {
            return wrong("nobody tells of a release on several nodes; use `retry`");
        }
        _ => {}
    }
    let plain = Lock::new(spec.algorithm, &spec.key, spec.ttl.as_ms());
    let lock = Lock {
        compare: cast.server.compare(),
        max_lease_ms: spec.max_lease.map(crate::Span::as_ms),
        fenced: spec.fenced,
        notifies: spec.notify,
        patience_ms: spec.patience.map_or(plain.patience_ms, crate::Span::as_ms),
        nodes: u16::try_from(cast.node_count()).unwrap_or(1),
        node_timeout_ms: spec.answer_within.map_or(plain.node_timeout_ms, crate::Span::as_ms),
        replicas: spec.replicas.map_or(1, u16::from),
        ..plain
    };
    let retry = spec.retry.map_or(Retry::Never, |pause| Retry::Every { pause_ms: pause.as_ms() });
    let waiting = Waiting { notified: spec.notify, ..Waiting::retry(retry) };
    Ok(CastLock { name: name.to_owned(), lock, waiting, watchdog: spec.watchdog })
}

fn client(cast: &mut Cast, scenario: &Scenario, name: &str) -> Result<CastClient, ScenarioError> {
    let letters = name.bytes().all(|b| b.is_ascii_alphanumeric());
    let node = name == "redis" || name.strip_prefix('n').is_some_and(is_number);
    if !letters || node || !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Err(ScenarioError::ClientName { name: name.to_owned() });
    }
    let text = program_text(scenario, name)?;
    let client = name.to_owned();
    // First as it was written, so that an error tells the column in that text.
    let parse = |text: &str| {
        let named = |error| ScenarioError::Program { client: client.clone(), error };
        Program::parse(text).map_err(named)
    };
    let mut program = parse(text)?;
    if text.contains(ME) {
        program = parse(&text.replace(ME, name))?;
    }
    let mut acts = Vec::with_capacity(program.lines.len());
    for (index, line) in program.lines.iter().enumerate() {
        check_read(&program.lines[..index], line, name)?;
        let mut names = Names { cast, client: name, line: line.number };
        acts.push(names.act(&line.word)?);
    }
    Ok(CastClient { name: client, program, acts })
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// A line that goes by what was read needs a line above that reads it: a client
/// that has read nothing would count from nothing.
fn check_read(above: &[Line], line: &Line, client: &str) -> Result<(), ScenarioError> {
    let Some(row) = line.word.goes_by() else { return Ok(()) };
    let reads = |line: &Line| match &line.word {
        Word::Read { row: known, .. } | Word::Write { row: known, .. } => known == row,
        _ => false,
    };
    if above.iter().any(reads) {
        return Ok(());
    }
    let (client, row) = (client.to_owned(), row.to_owned());
    Err(ScenarioError::NeverRead { client, line: line.number, row })
}

fn program_text<'a>(scenario: &'a Scenario, name: &str) -> Result<&'a str, ScenarioError> {
    let client = name.to_owned();
    let spec = &scenario.clients[name];
    match &spec.like {
        None if spec.program.trim().is_empty() => Err(ScenarioError::ProgramOrLike { client }),
        None => Ok(&spec.program),
        Some(_) if !spec.program.is_empty() => Err(ScenarioError::ProgramOrLike { client }),
        Some(like) => {
            let own = scenario.clients.iter().filter(|(_, spec)| spec.like.is_none());
            let known = || list(own.clone().map(|(name, _)| name.as_str()));
            let model = scenario.clients.get(like).filter(|spec| spec.like.is_none());
            model.map(|model| model.program.as_str()).ok_or_else(|| ScenarioError::UnknownLike {
                client,
                like: like.clone(),
                known: known(),
            })
        }
    }
}

/// Looks up names for one line.
struct Names<'a> {
    cast: &'a mut Cast,
    client: &'a str,
    line: usize,
}

impl Names<'_> {
    fn act(&mut self, word: &Word) -> Result<Act, ScenarioError> {
        Ok(match word {
            Word::Acquire { lock } => Act::Acquire { lock: self.lock(lock)?, only_tries: false },
            Word::Try { lock } => Act::Acquire { lock: self.lock(lock)?, only_tries: true },
            Word::Extend { lock } => Act::Extend { lock: self.lock(lock)? },
            Word::Release { lock } => Act::Release { lock: self.lock(lock)? },
            Word::Enter { section } => Act::Enter { section: self.section(section) },
            Word::Leave { section } => Act::Leave { section: self.section(section) },
            Word::Work { span } => {
                Act::Work { length_ms: i64::try_from(span.as_ms()).unwrap_or(i64::MAX) }
            }
            Word::Think => Act::Think,
            Word::Read { row, fence } => Act::Read {
                row: self.row(row)?,
                fence: fence.as_deref().map(|lock| self.lock(lock)).transpose()?,
            },
            Word::Write { row, value, guard } => Act::Write {
                row: self.row(row)?,
                from: value.row.as_deref().map(|row| self.row(row)).transpose()?,
                plus: value.plus,
                guard: self.guard(guard)?,
            },
            Word::Insert { table, name } => {
                Act::Insert { table: self.table(table)?, name: name.clone() }
            }
            Word::Take { queue } => Act::Take { queue: self.queue(queue)? },
            Word::If { condition, otherwise } => {
                Act::If { question: self.question(condition)?, otherwise: *otherwise }
            }
            Word::Retry { times } => Act::Retry { times: *times },
            Word::Stop => Act::Stop,
            Word::Redis { command } => Act::Redis { command: command.clone() },
        })
    }

    fn guard(&mut self, guard: &Guard) -> Result<CastGuard, ScenarioError> {
        Ok(match guard {
            Guard::Blind => CastGuard::Blind,
            Guard::Unchanged => CastGuard::Unchanged,
            Guard::Where { relation, number } => {
                CastGuard::Where { relation: *relation, number: *number }
            }
            Guard::Fenced { lock } => CastGuard::Fenced { lock: self.lock(lock)? },
        })
    }

    fn question(&mut self, condition: &Condition) -> Result<Question, ScenarioError> {
        Ok(match condition {
            Condition::Not(condition) => Question::Not(Box::new(self.question(condition)?)),
            Condition::Done => Question::Done,
            Condition::Valid { lock } => Question::Valid { lock: self.lock(lock)? },
            Condition::ReplyIs { text } => Question::ReplyIs { text: text.clone() },
            Condition::Reply { relation, number } => {
                Question::Reply { relation: *relation, number: *number }
            }
            Condition::Row { row, relation, number } => {
                Question::Row { row: self.row(row)?, relation: *relation, number: *number }
            }
        })
    }

    fn section(&mut self, name: &str) -> SectionIndex {
        let known = self.cast.sections.iter().position(|section| section == name);
        SectionIndex(known.unwrap_or_else(|| {
            self.cast.sections.push(name.to_owned());
            self.cast.sections.len() - 1
        }))
    }

    fn lock(&self, name: &str) -> Result<LockIndex, ScenarioError> {
        let known = || list(self.cast.locks.iter().map(|lock| lock.name.as_str()));
        self.cast.lock(name).ok_or_else(|| self.unknown("lock", name, known()))
    }

    fn row(&self, name: &str) -> Result<ResourceIndex, ScenarioError> {
        self.resource("row", name, |spec| matches!(spec, ResourceSpec::Row { .. }))
    }

    fn table(&self, name: &str) -> Result<ResourceIndex, ScenarioError> {
        self.resource("table", name, |spec| matches!(spec, ResourceSpec::Table {}))
    }

    fn queue(&self, name: &str) -> Result<ResourceIndex, ScenarioError> {
        self.resource("queue", name, |spec| matches!(spec, ResourceSpec::Queue { .. }))
    }

    fn resource(
        &self,
        kind: &'static str,
        name: &str,
        is_kind: fn(&ResourceSpec) -> bool,
    ) -> Result<ResourceIndex, ScenarioError> {
        let resources = &self.cast.resources;
        let index = resources.iter().position(|r| r.name == name && is_kind(&r.spec));
        let known =
            || list(resources.iter().filter(|r| is_kind(&r.spec)).map(|resource| &*resource.name));
        index.map(ResourceIndex).ok_or_else(|| self.unknown(kind, name, known()))
    }

    fn unknown(&self, kind: &'static str, name: &str, known: String) -> ScenarioError {
        let (client, line, name) = (self.client.to_owned(), self.line, name.to_owned());
        ScenarioError::UnknownName { client, line, kind, name, known }
    }
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.collect();
    match names.as_slice() {
        [] => "the scenario has none".to_owned(),
        names => format!("the scenario has {}", names.join(", ")),
    }
}
