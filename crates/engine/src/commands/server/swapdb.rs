//! Exchanges two databases.
//!
//! ```text
//! SWAPDB index1 index2
//! ```
//!
//! Replies `OK`. Connections stay on the index that they have selected, and find the
//! other's keys there: those who watch a key that comes or goes with that will see
//! EXEC refuse, and those who wait for a key that comes are served.

use crate::DATABASES;
use crate::args::parse_i64;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SWAPDB",
    group: Group::Server,
    arity: Arity::Exactly(3),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "4.0.0",
    summary: "Exchanges two databases.",
    syntax: "SWAPDB index1 index2",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let first = index(call.args.next()?, b"ERR invalid first DB index")?;
    let second = index(call.args.next()?, b"ERR invalid second DB index")?;
    let in_range = |index| usize::try_from(index).ok().filter(|&index| index < DATABASES);
    let (first, second) =
        in_range(first).zip(in_range(second)).ok_or(CommandError::DbIndexOutOfRange)?;
    if first != second {
        call.state.touch_database(first, Some(second), call.now_ms);
        call.state.touch_database(second, Some(first), call.now_ms);
        call.state.databases.swap(first, second);
        call.state.note_swapped_in(first);
        call.state.note_swapped_in(second);
    }
    Ok(Reply::OK)
}

fn index(word: &[u8], refusal: &[u8]) -> Result<i32, CommandError> {
    let index = parse_i64(word).and_then(|index| i32::try_from(index).ok());
    index.ok_or_else(|| CommandError::Text(Blob::from(refusal)))
}
