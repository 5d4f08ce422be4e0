//! Describes all connections, or some, in a line each.
//!
//! ```text
//! CLIENT LIST [TYPE <normal | master | replica | pubsub>]
//!     [ID client-id [client-id ...]]
//! ```
//!
//! Replies the lines of CLIENT INFO. There are no connections of replicas.

use super::client_info;
use crate::ConnectionId;
use crate::args::{Args, parse_i64};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::connection::Connection;
use crate::error::CommandError;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "CLIENT LIST",
    group: Group::Connection,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::NOSCRIPT,
    since: "2.4.0",
    summary: "Describes all connections, or some, in a line each.",
    syntax: "CLIENT LIST [TYPE <normal | master | replica | pubsub>] [ID client-id [client-id ...]]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let chosen = parse(&mut call.args)?;
    let connections = &call.state.connections;
    let of_type = |keep: fn(&Connection) -> bool| {
        let kept = connections.iter().filter(|(_, open)| keep(open));
        kept.map(|(id, _)| *id).collect()
    };
    let ids: Vec<ConnectionId> = match chosen {
        Chosen::All => of_type(|_| true),
        Chosen::Normal => of_type(|open| open.subscriptions() == 0),
        Chosen::PubSub => of_type(|open| open.subscriptions() > 0),
        Chosen::Replication => Vec::new(),
        Chosen::Ids(ids) => ids,
    };
    let lines: String = ids.into_iter().map(|id| client_info::line(call, id)).collect();
    Ok(Reply::Verbatim(*b"txt", lines.into_bytes().into()))
}

/// Which connections are asked for.
enum Chosen {
    All,
    Normal,
    PubSub,
    /// Masters or replicas, of which there are none.
    Replication,
    Ids(Vec<ConnectionId>),
}

fn parse(args: &mut Args<'_>) -> Result<Chosen, CommandError> {
    if args.is_done() {
        return Ok(Chosen::All);
    }
    if args.keyword("ID") && !args.is_done() {
        let ids: Option<Vec<_>> = args.rest().iter().map(|word| client_id(word)).collect();
        let ids =
            ids.ok_or_else(|| CommandError::Text(Blob::from(&b"ERR Invalid client ID"[..])))?;
        return Ok(Chosen::Ids(ids.into_iter().flatten().collect()));
    }
    match args.rest() {
        [word, kind] if word.eq_ignore_ascii_case(b"TYPE") => client_type(kind),
        _ => Err(CommandError::Syntax),
    }
}

/// `None` for what is no number, `Some(None)` for one that no connection has.
fn client_id(word: &[u8]) -> Option<Option<ConnectionId>> {
    parse_i64(word).map(|number| u32::try_from(number).ok().map(ConnectionId))
}

fn client_type(kind: &[u8]) -> Result<Chosen, CommandError> {
    match kind.to_ascii_lowercase().as_slice() {
        b"normal" => Ok(Chosen::Normal),
        b"pubsub" => Ok(Chosen::PubSub),
        b"master" | b"replica" | b"slave" => Ok(Chosen::Replication),
        _ => Err(CommandError::unknown_client_type(kind)),
    }
}
