//! Writes to a key the members that the sets at all other keys have.
//!
//! ```text
//! SINTERSTORE destination key [key ...]
//! ```
//!
//! Replies how many there are. What the key held is replaced, its expiry included;
//! where there is no such member the key is deleted.

use super::{sinter, store};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SINTERSTORE",
    group: Group::Set,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::WRITE,
    since: "1.0.0",
    summary: "Writes to a key the members that the sets at all other keys have.",
    syntax: "SINTERSTORE destination key [key ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let destination = call.args.next()?;
    let keys = call.args.rest();
    let set = sinter::intersection(call, keys)?.iter().collect();
    Ok(store(call, destination, set, "sinterstore"))
}
