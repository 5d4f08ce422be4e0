//! Waits until replicas have what this connection wrote.
//!
//! ```text
//! WAIT numreplicas timeout
//! ```
//!
//! Replies how many have it: as soon as these are `numreplicas`, else when `timeout`
//! milliseconds are over, or never if that is 0. Inside `MULTI` it does not wait.
//!
//! As in Redis it is about all that the server had written, for whomever, when this
//! connection's last command ended, be it one that only reads; a connection that has
//! sent no command finds every replica up to date.

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
    let acknowledged = call.acknowledged()?;
    let replicas = call.args.next_i64()?;
    let refused = |text: &[u8]| CommandError::Text(Blob::from(text));
    let timeout_ms = parse_i64(call.args.next()?)
        .ok_or_else(|| refused(b"ERR timeout is not an integer or out of range"))?;
    if timeout_ms < 0 {
        return Err(refused(b"ERR timeout is negative"));
    }
    if acknowledged >= replicas {
        return Ok(Some(Reply::Integer(acknowledged)));
    }
    let deadline_ms = (timeout_ms > 0).then(|| call.now_ms.saturating_add(timeout_ms));
    Ok(call.block_for_replicas(replicas, acknowledged, deadline_ms))
}
