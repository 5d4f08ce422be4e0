//! The record of a command, and the way from a name to it.

use crate::call::{Call, Caller};
use crate::connection::Connection;
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
    /// It is one that may be answered later, or by pushes only; `None` then.
    Later(fn(&mut Call<'_>) -> Result<Option<Reply>, CommandError>),
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
    Hash,
    List,
    PubSub,
    Scripting,
    Server,
    Set,
    SortedSet,
    String,
    Transactions,
}

impl Group {
    /// The name as Redis writes it, which is also the folder of its commands.
    pub fn name(self) -> &'static str {
        match self {
            Self::Connection => "connection",
            Self::Generic => "generic",
            Self::Hash => "hash",
            Self::List => "list",
            Self::PubSub => "pubsub",
            Self::Scripting => "scripting",
            Self::Server => "server",
            Self::Set => "set",
            Self::SortedSet => "sorted_set",
            Self::String => "string",
            Self::Transactions => "transactions",
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
        /// It can block the connection.
        const BLOCKING = 1 << 4;
        /// It has to do with subscriptions.
        const PUBSUB = 1 << 5;
        /// It runs at once inside `MULTI` instead of being queued.
        const UNQUEUED = 1 << 6;
        /// A connection of RESP2 may send it while it is subscribed.
        const SUBSCRIBED = 1 << 7;
        /// It may not stand inside `MULTI`.
        const NO_MULTI = 1 << 8;
    }
}

/// Runs the command that `call` holds, or queues it inside `MULTI`. `None` if
/// it has no words, is answered later, or by pushes only.
pub(crate) fn dispatch(call: &mut Call<'_>) -> Option<Reply> {
    if call.args.words().is_empty() {
        return None;
    }
    let outcome = resolve(call.caller, call.args.words());
    if call.caller == Caller::Client && call.connection().is_some_and(Connection::is_restricted) {
        if let Ok(spec) = outcome
            && let Err(refused) = call.check_subscribed(spec)
        {
            return Some(refused.into());
        }
        if let Some(reply) = call.queue(&outcome) {
            return Some(reply);
        }
    }
    outcome.and_then(|spec| run(spec, call)).unwrap_or_else(|error| Some(error.into()))
}

fn run(spec: &CommandSpec, call: &mut Call<'_>) -> Result<Option<Reply>, CommandError> {
    if spec.is_subcommand() {
        call.args.next()?;
    }
    match &spec.run {
        Run::Command(_) | Run::Later(_) if call.caller == Caller::Script && spec.is_noscript() => {
            Err(CommandError::NotFromScript)
        }
        Run::Command(command) => command(call).map(Some),
        Run::Later(command) => command(call),
        // `resolve` answers what can be run.
        Run::Container(_) => Err(CommandError::Syntax),
    }
}

/// The record of the command that these words call, once name, subcommand and
/// arity are in order.
pub(crate) fn resolve(
    caller: Caller,
    words: &[&[u8]],
) -> Result<&'static CommandSpec, CommandError> {
    let name = words.first().copied().unwrap_or_default();
    let unknown = || CommandError::unknown_command(caller, words);
    let spec = find(COMMANDS, name).ok_or_else(unknown)?;
    let spec = match &spec.run {
        Run::Container(subcommands) if words.len() > 1 => {
            let container = spec.name.len() + 1;
            let named = |sub: &&&CommandSpec| {
                sub.name.as_bytes()[container..].eq_ignore_ascii_case(words[1])
            };
            let unknown = || CommandError::unknown_subcommand(caller, spec.name, words[1]);
            subcommands.iter().find(named).ok_or_else(unknown)?
        }
        _ => spec,
    };
    if spec.arity.accepts(words.len()) {
        Ok(spec)
    } else {
        Err(CommandError::wrong_arity(caller, spec.name))
    }
}

impl CommandSpec {
    fn is_subcommand(&self) -> bool {
        self.name.contains(' ')
    }

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
