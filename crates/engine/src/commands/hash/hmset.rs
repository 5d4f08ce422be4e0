//! Writes fields of the hash at a key, as HSET does.
//!
//! ```text
//! HMSET key field value [field value ...]
//! ```
//!
//! Replies `OK`. HSET, which since Redis 4.0 takes several fields too, tells how many
//! are new.

use super::hset;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "HMSET",
    group: Group::Hash,
    arity: Arity::AtLeast(4),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "2.0.0",
    summary: "Writes fields of the hash at a key, as HSET does.",
    syntax: "HMSET key field value [field value ...]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    hset::apply(call, "HMSET").map(|_| Reply::OK)
}
