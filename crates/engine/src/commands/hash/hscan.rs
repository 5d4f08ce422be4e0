//! Walks through the fields of the hash at a key, page by page.
//!
//! ```text
//! HSCAN key cursor [MATCH pattern] [COUNT count]
//! ```
//!
//! Replies the cursor of the next page, 0 behind the last one, and fields and values
//! in turn. A small hash comes as one page, whatever `COUNT` says.
//!
//! A field that is there from the first page to the last is returned. The cursors are
//! not those of Redis, which depend on a hash function with a random seed.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::scan::{Cursor, Options};
use crate::value::Hash;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "HSCAN",
    group: Group::Hash,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::READONLY,
    since: "2.8.0",
    summary: "Walks through the fields of the hash at a key, page by page.",
    syntax: "HSCAN key cursor [MATCH pattern] [COUNT count]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let cursor = Cursor::parse(call.args.next()?)?;
    let mut args = call.args.clone();
    let mut keyspace = call.keyspace();
    // Without the key the options are not even read.
    let Some(hash) = keyspace.read::<Hash>(key)? else {
        return Ok(Cursor::nothing());
    };
    let options = Options::parse(&mut args)?;
    let (next, page) = if hash.is_listpack() {
        options.whole(hash.iter())
    } else {
        options.page(cursor, hash.iter())
    };
    let fields = page.into_iter().flat_map(|(field, value)| [field, value]);
    Ok(next.with(fields.cloned().map(Reply::Bulk).collect()))
}
