//! Lists the subcommands of SCRIPT.
//!
//! ```text
//! SCRIPT HELP
//! ```
//!
//! Replies a list of lines.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SCRIPT HELP",
    group: Group::Scripting,
    arity: Arity::Exactly(2),
    flags: CommandFlags::empty(),
    since: "5.0.0",
    summary: "Lists the subcommands of SCRIPT.",
    syntax: "SCRIPT HELP",
    run: Run::Command(run),
};

const LINES: &[&str] = &[
    "SCRIPT <subcommand> [<arg> [value] [opt] ...]. Subcommands are:",
    "DEBUG (YES|SYNC|NO)",
    "    Set the debug mode for subsequent scripts executed.",
    "EXISTS <sha1> [<sha1> ...]",
    "    Return information about the existence of the scripts in the script cache.",
    "FLUSH [ASYNC|SYNC]",
    "    Flush the Lua scripts cache. Very dangerous on replicas.",
    "    When called without the optional mode argument, the behavior is determined by the",
    "    lazyfree-lazy-user-flush configuration directive. Valid modes are:",
    "    * ASYNC: Asynchronously flush the scripts cache.",
    "    * SYNC: Synchronously flush the scripts cache.",
    "KILL",
    "    Kill the currently executing Lua script.",
    "LOAD <script>",
    "    Load a script into the scripts cache without executing it.",
    "HELP",
    "    Prints this help.",
];

fn run(_: &mut Call<'_>) -> Result<Reply, CommandError> {
    Ok(Reply::Array(LINES.iter().copied().map(Reply::simple).collect()))
}
