//! Writes strings to several keys if none of them exists.
//!
//! ```text
//! MSETNX key value [key value ...]
//! ```
//!
//! Replies 1 if it wrote all, 0 if it wrote none since some key was there.

use super::mset;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "MSETNX",
    group: Group::String,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::WRITE,
    since: "1.0.1",
    summary: "Writes strings to several keys if none of them exists.",
    syntax: "MSETNX key value [key value ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let pairs = mset::pairs(call, SPEC.name)?;
    let mut keyspace = call.keyspace();
    if pairs.iter().any(|[key, _]| keyspace.lookup_key_write(key).is_some()) {
        return Ok(Reply::Integer(0));
    }
    mset::apply(call, pairs)?;
    Ok(Reply::Integer(1))
}
