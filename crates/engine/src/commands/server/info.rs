//! Describes the server.
//!
//! ```text
//! INFO [section [section ...]]
//! ```
//!
//! Replies sections of `name:value` lines. The engine has Redis's sections `server`,
//! `clients`, `memory`, `replication` and `keyspace`, and of their lines those that
//! it can answer truly; a section that it does not have is empty, as an unknown one
//! is in Redis. `redis_version` is the version whose replies it gives, since clients
//! choose what they do by that; `server_name` and `lockstep_version` say what it is.

use crate::ServerVersion;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::keyspace::Database;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "INFO",
    group: Group::Server,
    arity: Arity::AtLeast(1),
    flags: CommandFlags::empty(),
    since: "1.0.0",
    summary: "Describes the server.",
    syntax: "INFO [section [section ...]]",
    run: Run::Command(run),
};

/// The name of a section, and its lines.
type Section = (&'static str, fn(&Call<'_>) -> String);

/// The sections in the order in which they are told.
const SECTIONS: &[Section] = &[
    ("Server", server),
    ("Clients", clients),
    ("Memory", memory),
    ("Replication", replication),
    ("Keyspace", keyspace),
];

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let words = call.args.rest();
    let asked = |section: &str| {
        let groups = ["default", "all", "everything", section];
        let fits = |word: &&[u8]| groups.iter().any(|g| word.eq_ignore_ascii_case(g.as_bytes()));
        words.is_empty() || words.iter().any(fits)
    };
    let sections = SECTIONS.iter().filter(|(name, _)| asked(name));
    let texts: Vec<String> =
        sections.map(|(name, lines)| format!("# {name}\r\n{}", lines(call))).collect();
    Ok(Reply::Verbatim(*b"txt", texts.join("\r\n").into_bytes().into()))
}

fn server(call: &Call<'_>) -> String {
    let number = call.state.version.number();
    let version = match call.state.version {
        ServerVersion::Redis7_0 | ServerVersion::Redis8_4 => format!("redis_version:{number}"),
        // Valkey tells besides which Redis it is compatible with.
        ServerVersion::Valkey9 => format!("redis_version:7.2.4\r\nvalkey_version:{number}"),
    };
    format!(
        "{version}\r\nserver_name:lockstep\r\nlockstep_version:{}\r\n\
         redis_mode:standalone\r\nserver_time_usec:{}\r\n",
        env!("CARGO_PKG_VERSION"),
        call.now_ms.saturating_mul(1000),
    )
}

fn clients(call: &Call<'_>) -> String {
    let connections = &call.state.connections;
    let blocked = connections.values().filter(|open| open.blocked.is_some()).count();
    format!("connected_clients:{}\r\nblocked_clients:{blocked}\r\n", connections.len())
}

fn memory(_: &Call<'_>) -> String {
    "maxmemory:0\r\nmaxmemory_human:0B\r\nmaxmemory_policy:noeviction\r\n".to_owned()
}

fn replication(call: &Call<'_>) -> String {
    call.state.replication_info()
}

/// A line for each database that has keys, those included whose time is over but
/// which nothing has touched. The average time to live is not kept.
fn keyspace(call: &Call<'_>) -> String {
    let line = |(index, db): (usize, &Database)| {
        format!("db{index}:keys={},expires={},avg_ttl=0\r\n", db.len(), db.expires_len())
    };
    call.state.databases.iter().map(line).collect()
}
