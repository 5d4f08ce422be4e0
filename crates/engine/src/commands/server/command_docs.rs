//! Documents commands.
//!
//! ```text
//! COMMAND DOCS [command-name [command-name ...]]
//! ```
//!
//! Replies a map from each name to what its record says: `summary`, `since`,
//! `group`, and its `subcommands`. There is no `complexity`, and there are no
//! `arguments`.

use crate::ServerVersion;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "COMMAND DOCS",
    group: Group::Server,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::empty(),
    since: "7.0.0",
    summary: "Documents commands.",
    syntax: "COMMAND DOCS [command-name [command-name ...]]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let version = call.state.version;
    let document = |spec| document(version, spec);
    if call.args.is_done() {
        return Ok(Reply::Map(call.commands().map(document).collect()));
    }
    let named = call.args.rest().iter().filter_map(|name| call.command(name));
    Ok(Reply::Map(named.map(document).collect()))
}

fn document(version: ServerVersion, spec: &CommandSpec) -> (Reply, Reply) {
    let text = |name: &str, text: &str| (Reply::bulk(name), Reply::bulk(text));
    // Redis writes the group of the sorted sets with a hyphen.
    let group = spec.group.name().replace('_', "-");
    let mut docs =
        vec![text("summary", spec.summary), text("since", spec.since), text("group", &group)];
    let subcommands = spec.subcommands_in(version).map(|sub| document(version, sub));
    let subcommands: Vec<_> = subcommands.collect();
    if !subcommands.is_empty() {
        docs.push((Reply::bulk("subcommands"), Reply::Map(subcommands)));
    }
    (Reply::bulk(spec.wire_name()), Reply::Map(docs))
}
