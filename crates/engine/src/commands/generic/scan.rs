//! Walks through the keys page by page.
//!
//! ```text
//! SCAN cursor [MATCH pattern] [COUNT count] [TYPE type]
//! ```
//!
//! Replies the cursor of the next page, 0 at the end, and the keys of this one. A key
//! that is there all the time is found for sure. `COUNT` is how many keys are looked at,
//! 10 if it is not given; those that `MATCH` or `TYPE` refuses are left out.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::scan::{Cursor, Options};
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SCAN",
    group: Group::Generic,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::READONLY,
    since: "2.8.0",
    summary: "Walks through the keys page by page.",
    syntax: "SCAN cursor [MATCH pattern] [COUNT count] [TYPE type]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let cursor = Cursor::parse(call.args.next()?)?;
    let options = Options::parse_with_type(&mut call.args)?;
    let keyspace = call.keyspace();
    let (next, page) = options.page(cursor, keyspace.entries());
    let of_type = |type_name: &str| {
        options.type_name.is_none_or(|asked| asked.eq_ignore_ascii_case(type_name.as_bytes()))
    };
    let keys = page.into_iter().filter(|(_, value)| of_type(value.type_name()));
    Ok(next.with(keys.map(|(key, _)| Reply::Bulk(key.clone())).collect()))
}
