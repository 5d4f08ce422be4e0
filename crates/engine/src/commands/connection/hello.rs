//! Chooses the protocol, and tells what the server is.
//!
//! ```text
//! HELLO [protover [AUTH username password] [SETNAME clientname]]
//! ```
//!
//! Replies a map: `server`, `version`, `proto`, `id`, `mode`, `role`, `modules`. The
//! server calls itself what it behaves like, since clients choose what they do by
//! that; INFO tells the rest. An option is done as
//! soon as it is read, also where a later one is refused.

use super::{auth, client_setname};
use crate::args::parse_i64;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::{Blob, Protocol, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "HELLO",
    group: Group::Connection,
    arity: Arity::AtLeast(1),
    flags: CommandFlags::NOSCRIPT.union(CommandFlags::FAST),
    since: "6.0.0",
    summary: "Chooses the protocol, and tells what the server is.",
    syntax: "HELLO [protover [AUTH username password] [SETNAME clientname]]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let mut protocol = call.session.protocol;
    if !call.args.is_done() {
        protocol = protover(call.args.next()?)?;
        options(call)?;
    }
    call.session.protocol = protocol;
    // What is pushed to the connection from now on follows it, within EXEC too.
    if let Some(open) = call.state.connections.get_mut(&call.connection) {
        open.session.protocol = protocol;
    }
    let proto = match protocol {
        Protocol::Resp2 => 2,
        Protocol::Resp3 => 3,
    };
    let field = |name: &str, value: Reply| (Reply::bulk(name), value);
    Ok(Reply::Map(vec![
        field("server", Reply::bulk(call.state.version.product())),
        field("version", Reply::bulk(call.state.version.number())),
        field("proto", Reply::Integer(proto)),
        field("id", Reply::Integer(i64::from(call.connection.0))),
        field("mode", Reply::bulk("standalone")),
        field("role", Reply::bulk("master")),
        field("modules", Reply::Array(Vec::new())),
    ]))
}

fn protover(word: &[u8]) -> Result<Protocol, CommandError> {
    match parse_i64(word) {
        Some(2) => Ok(Protocol::Resp2),
        Some(3) => Ok(Protocol::Resp3),
        Some(_) => Err(text(b"NOPROTO unsupported protocol version")),
        None => Err(text(b"ERR Protocol version is not an integer or out of range")),
    }
}

fn options(call: &mut Call<'_>) -> Result<(), CommandError> {
    let mut rest = call.args.rest();
    while let [option, values @ ..] = rest {
        rest = match values {
            [username, _, rest @ ..] if option.eq_ignore_ascii_case(b"AUTH") => {
                auth::check(username)?;
                rest
            }
            [name, rest @ ..] if option.eq_ignore_ascii_case(b"SETNAME") => {
                client_setname::apply(call, name)?;
                rest
            }
            _ => return Err(CommandError::hello_option(option)),
        };
    }
    Ok(())
}

fn text(text: &[u8]) -> CommandError {
    CommandError::Text(Blob::from(text))
}
