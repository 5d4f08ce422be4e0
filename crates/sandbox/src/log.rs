//! What a sandbox has seen.

use lockstep_resp::{Command, Reply};
use std::fmt;

/// A command that was applied, for a test to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// When, in Unix milliseconds.
    pub at_ms: i64,
    /// The number of the connection, counted from 1 in the order of opening.
    pub connection: u32,
    /// The command.
    pub command: Command,
    /// What was answered at once; `None` if it is answered later.
    pub reply: Option<Reply>,
}

/// `connection> command`, and the reply behind an arrow.
impl fmt::Display for LogEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}> {}", self.connection, self.command)?;
        match &self.reply {
            Some(reply) => write!(f, " -> {reply}"),
            None => Ok(()),
        }
    }
}
