//! Notes which library a connection is used by.
//!
//! ```text
//! CLIENT SETINFO <LIB-NAME libname | LIB-VER libver>
//! ```
//!
//! Replies `OK`. `CLIENT INFO` and `CLIENT LIST` show it; clients send it of
//! themselves.

use super::client_setname;
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
        let text = [b"ERR Unrecognized option '", option, b"'"].concat();
        return Err(CommandError::Text(Blob::from(text)));
    }
    let value = call.args.next()?;
    client_setname::check(if is_name { b"lib-name" } else { b"lib-ver" }, value)?;
    if let Some(open) = call.state.connections.get_mut(&call.connection) {
        let noted = if is_name { &mut open.library } else { &mut open.library_version };
        *noted = value.to_vec();
    }
    Ok(Reply::OK)
}
