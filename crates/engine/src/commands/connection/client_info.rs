//! Describes the connection in a line.
//!
//! ```text
//! CLIENT INFO
//! ```
//!
//! Replies fields in Redis's form and order. The engine has no sockets, no buffers
//! and no clock of its own, so those are left out that would tell of them (`addr`,
//! `laddr`, `fd`, `age`, `idle`, `qbuf` and the like, `events`), and `cmd`.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::{ConnectionId, ServerVersion};
use lockstep_resp::{Protocol, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "CLIENT INFO",
    group: Group::Connection,
    arity: Arity::Exactly(2),
    flags: CommandFlags::NOSCRIPT,
    since: "6.2.0",
    summary: "Describes the connection in a line.",
    syntax: "CLIENT INFO",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    Ok(Reply::Verbatim(*b"txt", line(call, call.connection).into_bytes().into()))
}

/// The line of a connection, its end included. CLIENT LIST shows it of many.
pub(super) fn line(call: &Call<'_>, connection: ConnectionId) -> String {
    let Some(open) = call.state.connections.get(&connection) else { return String::new() };
    // What this command's own connection has chosen is noted when it is over.
    let session = if connection == call.connection { call.session } else { open.session };
    let flags = [
        (open.subscriptions() > 0, 'P'),
        (open.transaction.is_some(), 'x'),
        (open.blocked.is_some(), 'b'),
        (open.watched_key_touched, 'd'),
    ];
    let mut flags: String = flags.iter().filter(|(set, _)| *set).map(|(_, flag)| flag).collect();
    if flags.is_empty() {
        flags.push('N');
    }
    let queued = open.transaction.as_ref().map_or("-1".to_owned(), |t| t.queued.len().to_string());
    let (id, name) = (connection.0, String::from_utf8_lossy(&open.name));
    let (db, sub, psub) = (session.db, open.channels.len(), open.patterns.len());
    let resp = match session.protocol {
        Protocol::Resp2 => 2,
        Protocol::Resp3 => 3,
    };
    let library = match call.state.version {
        ServerVersion::Redis7_0 => String::new(),
        _ => {
            let text = |bytes| String::from_utf8_lossy(bytes);
            let (name, version) = (text(&open.library), text(&open.library_version));
            format!(" lib-name={name} lib-ver={version}")
        }
    };
    format!(
        "id={id} name={name} flags={flags} db={db} sub={sub} psub={psub} ssub=0 \
         multi={queued} user=default redir=-1 resp={resp}{library}\n"
    )
}
