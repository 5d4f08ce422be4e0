//! Counts the members that all of several sorted sets have.
//!
//! ```text
//! ZINTERCARD numkeys key [key ...] [LIMIT limit]
//! ```
//!
//! Replies how many there are, `limit` at most if that is not 0.

use super::zunion;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZINTERCARD",
    group: Group::SortedSet,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::READONLY,
    since: "7.0.0",
    summary: "Counts the members that all of several sorted sets have.",
    syntax: "ZINTERCARD numkeys key [key ...] [LIMIT limit]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let sources = zunion::sources(call, "zintercard")?;
    let mut limit = usize::MAX;
    while !call.args.is_done() {
        if call.args.rest().len() < 2 || !call.args.keyword("LIMIT") {
            return Err(CommandError::Syntax);
        }
        let most = call.args.next_usize().map_err(|_| CommandError::NegativeLimit)?;
        limit = if most == 0 { usize::MAX } else { most };
    }
    let common = sources.split_first().map_or(0, |(first, others)| {
        let in_all = |member: &&Blob| others.iter().all(|other| other.contains_key(*member));
        first.keys().filter(in_all).take(limit).count()
    });
    Ok(Reply::Integer(common as i64))
}
