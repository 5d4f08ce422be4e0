//! Logs the connection in.
//!
//! ```text
//! AUTH [username] password
//! ```
//!
//! Replies `OK` to the user `default`, who needs no password: any will do. There are
//! no other users and no password of the server, so everything else is refused.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "AUTH",
    group: Group::Connection,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::NOSCRIPT.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Logs the connection in.",
    syntax: "AUTH [username] password",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    match call.args.rest() {
        [_] => Err(CommandError::Text(Blob::from(
            &b"ERR AUTH <password> called without any password configured for the default \
               user. Are you sure your configuration is correct?"[..],
        ))),
        [username, _] => check(username).map(|()| Reply::OK),
        _ => Err(CommandError::Syntax),
    }
}

/// Whether there is such a user. HELLO asks too.
pub(super) fn check(username: &[u8]) -> Result<(), CommandError> {
    if username == b"default" {
        return Ok(());
    }
    let text = b"WRONGPASS invalid username-password pair or user is disabled.";
    Err(CommandError::Text(Blob::from(&text[..])))
}
