//! Chooses the database that the connection works on.
//!
//! ```text
//! SELECT index
//! ```
//!
//! Replies `OK`. Each connection starts on database 0; databases share nothing but
//! the clock.

use crate::DATABASES;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SELECT",
    group: Group::Connection,
    arity: Arity::Exactly(2),
    flags: CommandFlags::FAST,
    since: "1.0.0",
    summary: "Chooses the database that the connection works on.",
    syntax: "SELECT index",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let index = call.args.next_i32()?;
    let index = usize::try_from(index).ok().filter(|&i| i < DATABASES);
    call.session.db = index.ok_or(CommandError::DbIndexOutOfRange)?;
    Ok(Reply::OK)
}
