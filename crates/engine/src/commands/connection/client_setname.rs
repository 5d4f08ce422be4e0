//! Gives the connection a name, or takes it away.
//!
//! ```text
//! CLIENT SETNAME name
//! ```
//!
//! Replies `OK`. An empty name takes it away.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "CLIENT SETNAME",
    group: Group::Connection,
    arity: Arity::Exactly(3),
    flags: CommandFlags::NOSCRIPT,
    since: "2.6.9",
    summary: "Gives the connection a name, or takes it away.",
    syntax: "CLIENT SETNAME name",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let name = call.args.next()?;
    apply(call, name)?;
    Ok(Reply::OK)
}

/// Names the connection. HELLO calls this.
pub(super) fn apply(call: &mut Call<'_>, name: &[u8]) -> Result<(), CommandError> {
    check(b"Client names", name)?;
    if let Some(open) = call.state.connections.get_mut(&call.connection) {
        open.name = name.to_vec();
    }
    Ok(())
}

/// Refuses what would break the line of a connection. CLIENT SETINFO calls this.
pub(super) fn check(what: &[u8], value: &[u8]) -> Result<(), CommandError> {
    if value.iter().all(u8::is_ascii_graphic) {
        return Ok(());
    }
    let rest = b" cannot contain spaces, newlines or special characters.";
    Err(CommandError::Text(Blob::from([b"ERR ", what, rest].concat())))
}
