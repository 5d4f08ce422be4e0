//! What is not in order in a scenario.

use crate::ProgramError;

/// A scenario that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each is its text")]
pub enum ScenarioError {
    #[error("a scenario needs at least one client")]
    NoClients,
    #[error("nodes = {{ independent = 0 }} leaves no node to live on")]
    NoNodes,
    #[error("a scenario can have at most {most} {what}; this one has {found}")]
    TooMany { what: &'static str, most: usize, found: usize },
    #[error(
        "`{name}` cannot name a client: schedules are written with the names, \
         so take letters and digits, a letter first, and neither `redis` nor `n1` and the like, \
         which are nodes"
    )]
    ClientName { name: String },
    #[error("client {client} needs either a program of its own or `like = \"…\"`, and not both")]
    ProgramOrLike { client: String },
    #[error("client {client} is to be like {like}, which has no program of its own; {known}")]
    UnknownLike { client: String, like: String, known: String },
    #[error("program of client {client}, {error}")]
    Program { client: String, error: ProgramError },
    #[error("program of client {client}, line {line}: there is no {kind} `{name}`; {known}")]
    UnknownName { client: String, line: usize, kind: &'static str, name: String, known: String },
    #[error(
        "program of client {client}, line {line}: it goes by what it has read of `{row}`, and no \
         line above reads it; write `read {row}` before"
    )]
    NeverRead { client: String, line: usize, row: String },
    #[error("locks `{first}` and `{second}` have the same key `{key}`")]
    SameKey { first: String, second: String, key: String },
    #[error("lock `{lock}`: {problem}")]
    Lock { lock: String, problem: String },
}
