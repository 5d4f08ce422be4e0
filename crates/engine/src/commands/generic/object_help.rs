//! Tells what OBJECT can do.
//!
//! ```text
//! OBJECT HELP
//! ```
//!
//! Replies an array of lines.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "OBJECT HELP",
    group: Group::Generic,
    arity: Arity::Exactly(2),
    flags: CommandFlags::empty(),
    since: "6.2.0",
    summary: "Tells what OBJECT can do.",
    syntax: "OBJECT HELP",
    run: Run::Command(run),
};

const LINES: [&str; 14] = [
    "OBJECT <subcommand> [<arg> [value] [opt] ...]. Subcommands are:",
    "ENCODING <key>",
    "    Return the kind of internal representation used in order to store the value",
    "    associated with a <key>.",
    "FREQ <key>",
    "    Return the access frequency index of the <key>. The returned integer is",
    "    proportional to the logarithm of the recent access frequency of the key.",
    "IDLETIME <key>",
    "    Return the idle time of the <key>, that is the approximated number of",
    "    seconds elapsed since the last access to the key.",
    "REFCOUNT <key>",
    "    Return the number of references of the value associated with the specified",
    "    <key>.",
    "HELP",
];

fn run(_: &mut Call<'_>) -> Result<Reply, CommandError> {
    let own = "    Prints this help.";
    Ok(Reply::Array(LINES.into_iter().chain([own]).map(Reply::simple).collect()))
}
