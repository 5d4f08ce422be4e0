//! A story: what an operation is told, and what it is expected to want.
//!
//! ```text
//! at 1000                               the client's time from now on
//! 0> SET lock:stock A-1 NX PX 30000     it sends this to node 0
//! 0< OK                                 node 0 answers its newest request
//! 0<< OK                                node 0 answers the request before that
//! = granted until 30698                 its outcome
//! ```
//!
//! Answers: `OK`, `QUEUED`, `nil`, `7`, `[1, 7]`, `-ERR text`, `"bulk"`, and
//! `lost`. Also told: `deadline`, `listening`, `deaf`, `woken`. Also wanted:
//! `resume 50`, `resume 50 to 60`, `listen channel`. Scripts go by their names,
//! `EVALSHA` before `EVAL`.

use lockstep_lock::{
    AcquireError, Algorithm, Compare, Extended, Grant, Happened, Lock, Loss, NodeIndex, Operation,
    Progress, Released, RequestId, SCRIPTS, Token,
};
use lockstep_resp::Reply;
use std::collections::BTreeMap;

/// What servers say that have not seen a script.
pub(crate) const NOSCRIPT: &str = "NOSCRIPT No matching script. Please use EVAL.";

/// Runs an operation through a story; whatever it wants must stand there, and
/// nothing else.
#[track_caller]
pub(crate) fn check<O: Operation<Outcome: Ending>>(operation: O, story: &str) {
    let (happened, _) = run(operation, story);
    let expected: Vec<&str> = story.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    assert_eq!(happened.join("\n"), expected.join("\n"));
}

/// Runs an operation through the told part of a story. Answers what really
/// happened, and what became of the operation.
pub(crate) fn run<O: Operation<Outcome: Ending>>(operation: O, story: &str) -> (Vec<String>, O) {
    let mut stage = Stage::new(operation);
    for line in story.lines().map(str::trim) {
        stage.read(line);
    }
    stage.start_once();
    (stage.lines, stage.operation)
}

struct Stage<O> {
    operation: O,
    now_ms: u64,
    started: bool,
    done: bool,
    newest: BTreeMap<u16, RequestId>,
    before: BTreeMap<u16, RequestId>,
    lines: Vec<String>,
}

impl<O: Operation<Outcome: Ending>> Stage<O> {
    fn new(operation: O) -> Self {
        let (newest, before, lines) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        Self { operation, now_ms: 0, started: false, done: false, newest, before, lines }
    }

    fn read(&mut self, line: &str) {
        if let Some(at) = line.strip_prefix("at ") {
            self.now_ms = at.parse().expect("a time");
            self.lines.push(line.to_owned());
            self.start_once();
            return;
        }
        if !line.is_empty() {
            self.start_once();
        }
        let Some(happened) = self.told(line) else { return };
        self.lines.push(line.to_owned());
        self.tell(happened);
    }

    fn start_once(&mut self) {
        if !std::mem::replace(&mut self.started, true) {
            self.tell(Happened::Started);
        }
    }

    fn told(&self, line: &str) -> Option<Happened> {
        Some(match line {
            "deadline" => Happened::DeadlineReached,
            "listening" => Happened::Listening,
            "deaf" => Happened::Deaf,
            "woken" => Happened::Woken,
            _ => {
                let (node, reply) = line.split_once("< ")?;
                let (node, asked) = match node.strip_suffix('<') {
                    Some(node) => (node, &self.before),
                    None => (node, &self.newest),
                };
                let node = node.parse().ok()?;
                let request = *asked.get(&node).expect("a node that was asked");
                match reply {
                    "lost" => Happened::Lost { request },
                    reply => Happened::Replied { request, reply: answer(reply) },
                }
            }
        })
    }

    fn tell(&mut self, happened: Happened) {
        if self.done {
            return;
        }
        match self.operation.resume(self.now_ms, happened) {
            Progress::Done(outcome) => {
                self.done = true;
                self.lines.push(format!("= {}", outcome.told()));
            }
            Progress::Wants(wants) => {
                for request in wants.send {
                    let NodeIndex(node) = request.node;
                    let before = self.newest.insert(node, request.id);
                    self.before.extend(before.map(|id| (node, id)));
                    self.lines.push(format!("{node}> {}", readable(&request.command.to_string())));
                }
                if let Some(channel) = wants.listen {
                    self.lines.push(format!("listen {}", String::from_utf8_lossy(&channel)));
                }
                if let Some(resume) = wants.resume {
                    let (from, to) = (resume.earliest_ms, resume.latest_ms);
                    let line =
                        if from == to { from.to_string() } else { format!("{from} to {to}") };
                    self.lines.push(format!("resume {line}"));
                }
            }
        }
    }
}

fn answer(text: &str) -> Reply {
    if let Some(error) = text.strip_prefix('-')
        && error.starts_with(|first: char| first.is_ascii_uppercase())
    {
        return Reply::error(error);
    }
    if let Some(items) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        return Reply::Array(items.split(", ").map(answer).collect());
    }
    if let Some(bulk) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        return Reply::bulk(bulk);
    }
    match text {
        "OK" => Reply::OK,
        "QUEUED" => Reply::simple("QUEUED"),
        "nil" => Reply::Nil,
        number => Reply::Integer(number.parse().expect("an answer")),
    }
}

fn readable(command: &str) -> String {
    let quoted = |body: &str| format!("\"{}\"", body.replace('\n', "\\n"));
    SCRIPTS.iter().fold(command.to_owned(), |text, script| {
        text.replace(script.sha(), script.name).replace(&quoted(script.body), script.name)
    })
}

/// An outcome as a story tells it.
pub(crate) trait Ending {
    fn told(&self) -> String;
}

impl Ending for Result<Grant, AcquireError> {
    fn told(&self) -> String {
        let grant = match self {
            Ok(grant) => grant,
            Err(error) => return error.to_string(),
        };
        let fence = grant.fencing_token.map(|n| format!(", fence {n}"));
        let lease = grant.lease_until_ms.map(|ms| format!(", lease until {ms}"));
        let (fence, lease) = (fence.unwrap_or_default(), lease.unwrap_or_default());
        format!("granted until {}{fence}{lease}", grant.valid_until_ms)
    }
}

impl Ending for Extended {
    fn told(&self) -> String {
        match self {
            Self::Extended { valid_until_ms } => format!("extended until {valid_until_ms}"),
            Self::NoQuorum { yes, needed } => format!("no quorum, {yes} of {needed}"),
            Self::Refused { node, text } => refused(*node, text),
            other => format!("{other:?}"),
        }
    }
}

impl Ending for Released {
    fn told(&self) -> String {
        match self {
            Self::StillHeld { holds } => format!("still held {holds} times"),
            Self::Refused { node, text } => refused(*node, text),
            other => format!("{other:?}"),
        }
    }
}

impl Ending for Loss {
    fn told(&self) -> String {
        self.to_string()
    }
}

impl Ending for Compare {
    fn told(&self) -> String {
        format!("{self:?}")
    }
}

fn refused(node: NodeIndex, text: &[u8]) -> String {
    format!("node {} refused: {}", node.0, String::from_utf8_lossy(text))
}

/// The lock of the stories: it lives 30 seconds.
pub(crate) fn lock(algorithm: Algorithm) -> Lock {
    Lock::new(algorithm, "lock:stock", 30_000)
}

/// The owner of the stories.
pub(crate) fn token() -> Token {
    Token::new("A-1")
}

/// What it was granted at 0.
pub(crate) fn grant() -> Grant {
    Grant {
        key: b"lock:stock"[..].into(),
        token: token(),
        fencing_token: None,
        valid_until_ms: 29_698,
        lease_until_ms: None,
    }
}
