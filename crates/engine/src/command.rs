//! The record of a command, and the way from a name to it.

mod names;

pub(crate) use names::find;

use crate::call::{Call, Caller};
use crate::connection::Connection;
use crate::{COMMANDS, CommandError, ServerVersion};
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
    /// It is a command alone, and a container where there is a second word.
    Either(fn(&mut Call<'_>) -> Result<Reply, CommandError>, &'static [&'static CommandSpec]),
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
        /// Redis 7.0 does not have it, Redis 8.4 does.
        const REDIS_8_4 = 1 << 9;
        /// Redis does not have it, Valkey 9 does.
        const VALKEY_9 = 1 << 10;
    }
}

/// Runs the command that `call` holds, or queues it inside `MULTI`. `None` if
/// it has no words, is answered later, or by pushes only.
pub(crate) fn dispatch(call: &mut Call<'_>) -> Option<Reply> {
    if call.args.words().is_empty() {
        return None;
    }
    let is_restricted =
        call.caller == Caller::Client && call.connection().is_some_and(Connection::is_restricted);
    let is_alone = call.state.replication.is_none();
    if !is_restricted
        && is_alone
        && let Some(spec) = plain(call.state.version, call.args.words())
    {
        return run(spec, call);
    }
    let mut outcome = resolve(call.state.version, call.caller, call.args.words());
    if !is_alone {
        outcome = outcome.and_then(|spec| call.state.refuse_write(spec));
    }
    if is_restricted {
        outcome = outcome.and_then(|spec| call.admit(spec));
        if let Ok(spec) = outcome
            && let Some(queued) = call.queue(spec)
        {
            return Some(queued);
        }
    }
    match outcome {
        Ok(spec) => run(spec, call),
        Err(error) => Some(call.refuse(error).into()),
    }
}

fn run(spec: &CommandSpec, call: &mut Call<'_>) -> Option<Reply> {
    // Only the name of a subcommand is longer than the first word.
    if call.args.words().first().is_some_and(|name| name.len() < spec.name.len()) {
        call.args.skip(1);
    }
    let answered = match &spec.run {
        Run::Command(_) | Run::Later(_) if call.caller == Caller::Script && spec.is_noscript() => {
            Err(CommandError::NotFromScript)
        }
        Run::Command(command) | Run::Either(command, _) => command(call).map(Some),
        Run::Later(command) => command(call),
        // `resolve` answers what can be run.
        Run::Container(_) => Err(CommandError::Syntax),
    };
    answered.unwrap_or_else(|error| Some(error.into()))
}

/// What [`resolve`] answers to most words, found sooner; `None` leaves it to that.
#[inline]
fn plain(version: ServerVersion, words: &[&[u8]]) -> Option<&'static CommandSpec> {
    let spec = find(words.first()?)?;
    let is_plain = matches!(spec.run, Run::Command(_) | Run::Later(_));
    (is_plain && version.has(spec) && spec.arity.accepts(words.len())).then_some(spec)
}

/// The record of the command that these words call, once name, subcommand and
/// arity are in order.
pub(crate) fn resolve(
    version: ServerVersion,
    caller: Caller,
    words: &[&[u8]],
) -> Result<&'static CommandSpec, CommandError> {
    let name = words.first().copied().unwrap_or_default();
    let unknown = || CommandError::unknown_command(caller, words);
    let spec = find(name).filter(|spec| version.has(spec)).ok_or_else(unknown)?;
    let spec = match words {
        [_, subname, ..] if !spec.subcommands().is_empty() => {
            let unknown = || CommandError::unknown_subcommand(caller, spec.name, subname);
            spec.subcommand(version, subname).ok_or_else(unknown)?
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
    /// The records of those of its subcommands that a server has.
    pub(crate) fn subcommands_in(
        &self,
        version: ServerVersion,
    ) -> impl Iterator<Item = &'static CommandSpec> + use<> {
        self.subcommands().iter().copied().filter(move |spec| version.has(spec))
    }

    /// The records of its subcommands; none where it has none.
    fn subcommands(&self) -> &'static [&'static CommandSpec] {
        match self.run {
            Run::Command(_) | Run::Later(_) => &[],
            Run::Container(subcommands) | Run::Either(_, subcommands) => subcommands,
        }
    }

    /// The subcommand with this name, in upper or lower case.
    fn subcommand(&self, version: ServerVersion, subname: &[u8]) -> Option<&'static CommandSpec> {
        let container = self.name.len() + 1;
        let mut subcommands = self.subcommands_in(version);
        subcommands.find(|sub| sub.name.as_bytes()[container..].eq_ignore_ascii_case(subname))
    }

    /// The name as replies have it: `get`, `script|load`.
    pub(crate) fn wire_name(&self) -> String {
        self.name.to_ascii_lowercase().replace(' ', "|")
    }

    fn is_noscript(&self) -> bool {
        self.flags.contains(CommandFlags::NOSCRIPT)
    }
}

impl Call<'_> {
    /// The records of all commands that the server has, subcommands aside.
    pub(crate) fn commands(&self) -> impl Iterator<Item = &'static CommandSpec> {
        let version = self.state.version;
        COMMANDS.iter().copied().filter(move |spec| version.has(spec))
    }

    /// The record of the command with this name, a subcommand's in the form of
    /// `script|load`.
    pub(crate) fn command(&self, name: &[u8]) -> Option<&'static CommandSpec> {
        let mut names = name.splitn(2, |&b| b == b'|');
        let version = self.state.version;
        let spec = find(names.next()?).filter(|spec| version.has(spec))?;
        names.next().map_or(Some(spec), |subname| spec.subcommand(version, subname))
    }
}
