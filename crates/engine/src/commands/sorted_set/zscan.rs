//! Walks through the members of the sorted set at a key, page by page.
//!
//! ```text
//! ZSCAN key cursor [MATCH pattern] [COUNT count]
//! ```
//!
//! Replies the cursor of the next page, 0 behind the last, and members and scores in
//! turn. `COUNT` is how many members are looked at for a page, 10 by itself, of which
//! `MATCH` lets through those whose name is like the pattern. A small sorted set comes
//! at once, in the order of scores.
//!
//! A member that is there from the first page to the last is returned. The cursors are
//! not those of Redis, which depend on a hash function with a random seed.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::scan::{Cursor, Options};
use crate::value::{Score, SortedSet};
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "ZSCAN",
    group: Group::SortedSet,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::READONLY,
    since: "2.8.0",
    summary: "Walks through the members of the sorted set at a key, page by page.",
    syntax: "ZSCAN key cursor [MATCH pattern] [COUNT count]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let cursor = Cursor::parse(call.args.next()?)?;
    let mut args = call.args.clone();
    let mut keyspace = call.keyspace();
    // Without the key the options are not even read.
    let Some(set) = keyspace.read::<SortedSet>(key)? else { return Ok(Cursor::nothing()) };
    let options = Options::parse(&mut args)?;
    let (next, page) = if set.is_listpack() {
        options.whole(set.iter())
    } else {
        options.page(cursor, set.iter())
    };
    let score = |score: Score| if set.is_listpack() { score.scanned() } else { score.text() };
    let members = page.into_iter();
    let members =
        members.flat_map(|(member, of)| [Reply::Bulk(member.clone()), Reply::Bulk(score(of))]);
    Ok(next.with(members.collect()))
}
