//! The record of a command, and the way from a name to it.

use crate::call::{Call, Caller};
use crate::{COMMANDS, CommandError};
use lockstep_resp::Reply;

/// Everything that is known about a command. Lists, help, validation and
/// `COMMAND` are read from these records.
pub struct CommandSpec {
    /// The name in capitals; a subcommand's with its container's: `SCRIPT LOAD`.
    pub name: &'static str,
    /// The group in which Redis's documentation lists it.
    pub group: Group,
    /// How many words it takes, its name included.
    pub arity: Arity,
    /// What it may do.
    pub flags: CommandFlags,
    /// The Redis version that brought it.
    pub since: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// How to type it.
    pub syntax: &'static str,
    pub(crate) run: Run,
}

/// How a command runs.
pub(crate) enum Run {
    /// It is a command of its own.
    Command(fn(&mut Call<'_>) -> Result<Reply, CommandError>),
    /// It is a container: the second word names one of these.
    Container(&'static [&'static CommandSpec]),
}

/// How many words a command takes, its name included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// Just so many.
    Exactly(usize),
    /// So many or more.
    AtLeast(usize),
}

impl Arity {
    fn accepts(self, words: usize) -> bool {
        match self {
            Self::Exactly(n) => words == n,
            Self::AtLeast(n) => words >= n,
        }
    }
}

/// The groups of Redis's command documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Group {
    Connection,
    Generic,
    Scripting,
    Server,
    String,
}

impl Group {
    /// The name as Redis writes it, which is also the folder of its commands.
    pub fn name(self) -> &'static str {
        match self {
            Self::Connection => "connection",
            Self::Generic => "generic",
            Self::Scripting => "scripting",
            Self::Server => "server",
            Self::String => "string",
        }
    }
}

bitflags::bitflags! {
    /// What a command may do.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct CommandFlags: u16 {
        /// It may change keys.
        const WRITE = 1;
        /// It only reads keys.
        const READONLY = 1 << 1;
        /// It takes constant or logarithmic time.
        const FAST = 1 << 2;
        /// A script may not call it.
        const NOSCRIPT = 1 << 3;
    }
}

/// Runs the command that `call` holds; `None` if it has no words.
pub(crate) fn dispatch(call: &mut Call<'_>) -> Option<Reply> {
    let name = call.args.words().first()?;
    let Some(spec) = find(COMMANDS, name) else {
        return Some(CommandError::unknown_command(call.caller, call.args.words()).into());
    };
    Some(run(spec, call).unwrap_or_else(Reply::from))
}

fn run(spec: &CommandSpec, call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let words = call.args.words();
    if !spec.arity.accepts(words.len()) {
        return Err(CommandError::wrong_arity(call.caller, spec.name));
    }
    match &spec.run {
        Run::Container(subcommands) => {
            let subname = call.args.next()?;
            let container = spec.name.len() + 1;
            let subspec = subcommands
                .iter()
                .find(|sub| sub.name.as_bytes()[container..].eq_ignore_ascii_case(subname))
                .ok_or_else(|| CommandError::unknown_subcommand(call.caller, spec.name, subname))?;
            run(subspec, call)
        }
        Run::Command(_) if call.caller == Caller::Script && spec.is_noscript() => {
            Err(CommandError::NotFromScript)
        }
        Run::Command(command) => command(call),
    }
}

impl CommandSpec {
    fn is_noscript(&self) -> bool {
        self.flags.contains(CommandFlags::NOSCRIPT)
    }
}

/// The record with this name, in upper or lower case. `table` is sorted.
pub(crate) fn find(table: &[&'static CommandSpec], name: &[u8]) -> Option<&'static CommandSpec> {
    let order = |spec: &&CommandSpec| {
        let theirs = spec.name.bytes();
        theirs.cmp(name.iter().map(u8::to_ascii_uppercase))
    };
    let at = table.binary_search_by(order).ok()?;
    Some(table[at])
}
