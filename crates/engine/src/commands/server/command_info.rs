//! Describes commands in the form that clients read.
//!
//! ```text
//! COMMAND INFO [command-name [command-name ...]]
//! ```
//!
//! Replies ten fields for each, or nil where there is no such command: name, arity,
//! flags, the first and the last key with the step between them, ACL categories,
//! tips, key specifications, subcommands.
//!
//! The engine knows no ACL, so categories, tips and key specifications are empty,
//! and of the flags it has those that its records have. Where keys stand is read
//! from the syntax.

use crate::ServerVersion;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "COMMAND INFO",
    group: Group::Server,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::empty(),
    since: "2.8.13",
    summary: "Describes commands in the form that clients read.",
    syntax: "COMMAND INFO [command-name [command-name ...]]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    if call.args.is_done() {
        return all(call);
    }
    let version = call.state.version;
    let names = call.args.rest().iter();
    let described =
        names.map(|name| call.command(name).map_or(Reply::Nil, |spec| describe(version, spec)));
    Ok(Reply::Array(described.collect()))
}

/// Every command; COMMAND is this.
pub(super) fn all(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let version = call.state.version;
    Ok(Reply::Array(call.commands().map(|spec| describe(version, spec)).collect()))
}

fn describe(version: ServerVersion, spec: &CommandSpec) -> Reply {
    let integer = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let arity = match spec.arity {
        Arity::Exactly(words) => integer(words),
        Arity::AtLeast(words) => -integer(words),
    };
    let keys = spec.key_positions();
    let subcommands = spec.subcommands_in(version).map(|sub| describe(version, sub));
    Reply::Array(vec![
        Reply::bulk(spec.wire_name()),
        Reply::Integer(arity),
        Reply::Set(flags(spec)),
        Reply::Integer(keys.first),
        Reply::Integer(keys.last),
        Reply::Integer(keys.step),
        Reply::Set(Vec::new()),
        Reply::Set(Vec::new()),
        Reply::Set(Vec::new()),
        Reply::Set(subcommands.collect()),
    ])
}

/// Redis's names for what a record says of a command.
fn flags(spec: &CommandSpec) -> Vec<Reply> {
    let has = |flag| spec.flags.contains(flag);
    let flags = [
        ("write", has(CommandFlags::WRITE)),
        ("readonly", has(CommandFlags::READONLY)),
        ("pubsub", has(CommandFlags::PUBSUB)),
        ("noscript", has(CommandFlags::NOSCRIPT)),
        ("blocking", has(CommandFlags::BLOCKING)),
        ("fast", has(CommandFlags::FAST)),
        ("no_multi", has(CommandFlags::NO_MULTI)),
        ("movablekeys", spec.has_movable_keys()),
    ];
    flags.into_iter().filter(|(_, set)| *set).map(|(name, _)| Reply::simple(name)).collect()
}
