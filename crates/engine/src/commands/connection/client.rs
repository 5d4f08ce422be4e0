//! Looks after connections.
//!
//! ```text
//! CLIENT subcommand [argument [argument ...]]
//! ```
//!
//! A container: `CLIENT GETNAME`, `CLIENT ID`, `CLIENT INFO`, `CLIENT LIST`,
//! `CLIENT SETNAME` and, from Redis 7.2 on, `CLIENT SETINFO`. Clients send that of
//! themselves; on 7.0 it is answered by an error, which they ignore.

use super::{client_getname, client_id, client_info, client_list, client_setinfo, client_setname};
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "CLIENT",
    group: Group::Connection,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::empty(),
    since: "2.4.0",
    summary: "Looks after connections.",
    syntax: "CLIENT subcommand [argument [argument ...]]",
    run: Run::Container(&[
        &client_getname::SPEC,
        &client_id::SPEC,
        &client_info::SPEC,
        &client_list::SPEC,
        &client_setinfo::SPEC,
        &client_setname::SPEC,
    ]),
};
