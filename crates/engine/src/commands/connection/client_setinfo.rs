//! Notes which library a connection is used by.
//!
//! ```text
//! CLIENT SETINFO <LIB-NAME libname | LIB-VER libver>
//! ```
//!
//! Replies `OK`. `CLIENT INFO` and `CLIENT LIST` show it; clients send it of
//! themselves.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "CLIENT SETINFO",
    group: Group::Connection,
    arity: Arity::Exactly(4),
    flags: CommandFlags::NOSCRIPT.union(CommandFlags::REDIS_8_4).union(CommandFlags::VALKEY_9),
    since: "7.2.0",
    summary: "Notes which library a connection is used by.",
    syntax: "CLIENT SETINFO <LIB-NAME libname | LIB-VER libver>",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let option = call.args.next()?;
    let is_name = option.eq_ignore_ascii_case(b"lib-name");
    if !is_name && !option.eq_ignore_ascii_case(b"lib-ver") {
        return Err(refused(&[b"ERR Unrecognized option '", option, b"'"]));
    }
    let value = call.args.next()?;
    if !value.iter().all(u8::is_ascii_graphic) {
        let what: &[u8] = if is_name { b"ERR lib-name" } else { b"ERR lib-ver" };
        return Err(refused(&[what, b" cannot contain spaces, newlines or special characters."]));
    }
    if let Some(open) = call.state.connections.get_mut(&call.connection) {
        let noted = if is_name { &mut open.library } else { &mut open.library_version };
        *noted = value.to_vec();
    }
    Ok(Reply::OK)
}

fn refused(text: &[&[u8]]) -> CommandError {
    CommandError::Text(Blob::from(text.concat()))
}
