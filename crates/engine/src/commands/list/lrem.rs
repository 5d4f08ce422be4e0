//! Takes equal elements out of a list.
//!
//! ```text
//! LREM key count element
//! ```
//!
//! Replies how many were taken out: up to `count` from the head on, or from the tail on
//! if it is below zero; all of them if it is 0.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::List;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "LREM",
    group: Group::List,
    arity: Arity::Exactly(4),
    flags: CommandFlags::WRITE,
    since: "1.0.0",
    summary: "Takes equal elements out of a list.",
    syntax: "LREM key count element",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let (count, element) = (call.args.next_i64()?, call.args.next()?);
    let mut keyspace = call.keyspace();
    let Some(list) = keyspace.write::<List>(key)? else { return Ok(Reply::Integer(0)) };
    let equal = list.iter().filter(|other| ***other == *element).count();
    let most = if count == 0 { u64::MAX } else { count.unsigned_abs() };
    let removed = usize::try_from(most).unwrap_or(usize::MAX).min(equal);
    // From the tail on, what is nearer to the head stays.
    let passed_over = if count < 0 { equal - removed } else { 0 };
    let mut seen = 0;
    list.retain(|other| {
        let is_equal = **other == *element;
        seen += usize::from(is_equal);
        !is_equal || seen <= passed_over || seen > passed_over + removed
    });
    if removed > 0 {
        keyspace.notify("lrem", key);
        keyspace.delete_if_exhausted(key);
    }
    Ok(Reply::Integer(removed as i64))
}
