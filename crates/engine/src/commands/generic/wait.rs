//! Waits until replicas have what this connection wrote.
//!
//! ```text
//! WAIT numreplicas timeout
//! ```
//!
//! Replies how many have it, which is 0, since there are none: at once where none are
//! asked for, else when `timeout` milliseconds are over, or never if that is 0.

use crate::args::parse_i64;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "WAIT",
    group: Group::Generic,
    arity: Arity::Exactly(3),
    flags: CommandFlags::NOSCRIPT,
    since: "3.0.0",
    summary: "Waits until replicas have what this connection wrote.",
    syntax: "WAIT numreplicas timeout",
    run: Run::Later(run),
};

fn run(call: &mut Call<'_>) -> Result<Option<Reply>, CommandError> {
    let replicas = call.args.next_i64()?;
    let refused = |text: &[u8]| CommandError::Text(Blob::from(text));
    let timeout_ms = parse_i64(call.args.next()?)
        .ok_or_else(|| refused(b"ERR timeout is not an integer or out of range"))?;
    if timeout_ms < 0 {
        return Err(refused(b"ERR timeout is negative"));
    }
    if replicas <= 0 {
        return Ok(Some(Reply::Integer(0)));
    }
    let deadline_ms = (timeout_ms > 0).then(|| call.now_ms.saturating_add(timeout_ms));
    Ok(call.block(&[], deadline_ms, Reply::Integer(0)))
}
