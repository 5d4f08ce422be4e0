//! Lists the names of commands.
//!
//! ```text
//! COMMAND LIST [FILTERBY <MODULE module-name | PATTERN pattern>]
//! ```
//!
//! Replies all names, subcommands as `script|load`, or those that a pattern matches.
//! There are no modules. Redis can filter by ACL category too (`ACLCAT`); the engine
//! knows none and refuses it.

use crate::args::Args;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::glob;
use lockstep_resp::Reply;
use std::iter;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "COMMAND LIST",
    group: Group::Server,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::empty(),
    since: "7.0.0",
    summary: "Lists the names of commands.",
    syntax: "COMMAND LIST [FILTERBY <MODULE module-name | PATTERN pattern>]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let filter = parse(&mut call.args)?;
    let version = call.state.version;
    let specs = call.commands();
    let specs = specs.flat_map(|spec| iter::once(spec).chain(spec.subcommands_in(version)));
    let names = specs.map(CommandSpec::wire_name).filter(|name| match filter {
        Filter::None => true,
        Filter::Module => false,
        Filter::Pattern(pattern) => glob::matches(&pattern.to_ascii_lowercase(), name.as_bytes()),
    });
    Ok(Reply::Array(names.map(Reply::bulk).collect()))
}

enum Filter<'a> {
    None,
    Module,
    Pattern(&'a [u8]),
}

fn parse<'a>(args: &mut Args<'a>) -> Result<Filter<'a>, CommandError> {
    if args.is_done() {
        return Ok(Filter::None);
    }
    if !args.keyword("FILTERBY") {
        return Err(CommandError::Syntax);
    }
    let filter = if args.keyword("MODULE") {
        args.next()?;
        Filter::Module
    } else if args.keyword("PATTERN") {
        Filter::Pattern(args.next()?)
    } else {
        return Err(CommandError::Syntax);
    };
    if args.is_done() { Ok(filter) } else { Err(CommandError::Syntax) }
}
