//! Walks through the members of the set at a key, page by page.
//!
//! ```text
//! SSCAN key cursor [MATCH pattern] [COUNT count]
//! ```
//!
//! Replies the cursor of the next page, 0 behind the last one, and members. A set of
//! integers alone, up to 512 of them, comes as one page, whatever `COUNT` says.
//!
//! A member that is there from the first page to the last is returned. The cursors
//! are not those of Redis, which depend on a hash function with a random seed.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::scan::{Cursor, Options};
use crate::value::Set;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SSCAN",
    group: Group::Set,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::READONLY,
    since: "2.8.0",
    summary: "Walks through the members of the set at a key, page by page.",
    syntax: "SSCAN key cursor [MATCH pattern] [COUNT count]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let cursor = Cursor::parse(call.args.next()?)?;
    let mut args = call.args.clone();
    let mut keyspace = call.keyspace();
    // Without the key the options are not even read.
    let Some(set) = keyspace.read::<Set>(key)? else {
        return Ok(Cursor::nothing());
    };
    let options = Options::parse(&mut args)?;
    let members = set.iter().map(|member| (member, ()));
    let (next, page) = match set {
        Set::Intset(_) => options.whole(members),
        Set::Hashtable(_) => options.page(cursor, members),
    };
    let members = page.into_iter().map(|(member, ())| Reply::Bulk(member.clone()));
    Ok(next.with(members.collect()))
}
