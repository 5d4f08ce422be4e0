//! Writes to a key the members that any of the sets at the other keys has.
//!
//! ```text
//! SUNIONSTORE destination key [key ...]
//! ```
//!
//! Replies how many there are. What the key held is replaced, its expiry included;
//! where there is no such member the key is deleted.

use super::{store, sunion};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SUNIONSTORE",
    group: Group::Set,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::WRITE,
    since: "1.0.0",
    summary: "Writes to a key the members that any of the sets at the other keys has.",
    syntax: "SUNIONSTORE destination key [key ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let destination = call.args.next()?;
    let keys = call.args.rest();
    let set = sunion::union(call, keys)?;
    Ok(store(call, destination, set, "sunionstore"))
}
