//! Writes to a key the members of the set at the second key that none of the others has.
//!
//! ```text
//! SDIFFSTORE destination key [key ...]
//! ```
//!
//! Replies how many there are. What the key held is replaced, its expiry included;
//! where there is no such member the key is deleted.

use super::{sdiff, store};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SDIFFSTORE",
    group: Group::Set,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::WRITE,
    since: "1.0.0",
    summary: "Writes to a key the members of the set at the second key that none of the others has.",
    syntax: "SDIFFSTORE destination key [key ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let destination = call.args.next()?;
    let keys = call.args.rest();
    let set = sdiff::difference(call, keys)?;
    Ok(store(call, destination, set, "sdiffstore"))
}
