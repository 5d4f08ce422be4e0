//! Takes elements from the first list that is there, or waits for one.
//!
//! ```text
//! BLMPOP timeout numkeys key [key ...] LEFT | RIGHT [COUNT count]
//! ```
//!
//! Replies as LMPOP, and nil after `timeout` seconds, which may have a fraction and
//! stand for ever if 0. In a script and inside `MULTI` it does not wait.

use super::lmpop;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::timeout;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "BLMPOP",
    group: Group::List,
    arity: Arity::AtLeast(5),
    flags: CommandFlags::WRITE.union(CommandFlags::BLOCKING),
    since: "7.0.0",
    summary: "Takes elements from the first list that is there, or waits for one.",
    syntax: "BLMPOP timeout numkeys key [key ...] LEFT | RIGHT [COUNT count]",
    run: Run::Later(run),
};

fn run(call: &mut Call<'_>) -> Result<Option<Reply>, CommandError> {
    // The timeout comes first but is looked at last.
    let seconds = call.args.next()?;
    let (keys, end, count) = lmpop::parse(&mut call.args)?;
    let deadline_ms = timeout::parse_deadline(seconds, call.now_ms)?;
    let popped = lmpop::apply(call, keys, end, count)?;
    Ok(popped.or_else(|| call.block(keys, deadline_ms, Reply::NilArray)))
}
