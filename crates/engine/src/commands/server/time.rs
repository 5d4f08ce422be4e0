//! Tells the time of the server.
//!
//! ```text
//! TIME
//! ```
//!
//! Replies the Unix time in seconds, and the microseconds of the second under way.
//! The engine's time has milliseconds, so the last three digits are always 0.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "TIME",
    group: Group::Server,
    arity: Arity::Exactly(1),
    flags: CommandFlags::FAST,
    since: "2.6.0",
    summary: "Tells the time of the server.",
    syntax: "TIME",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let seconds = call.now_ms.div_euclid(1000);
    let micros = call.now_ms.rem_euclid(1000) * 1000;
    let [seconds, micros] = [seconds, micros].map(|n| Reply::bulk(n.to_string()));
    Ok(Reply::Array(vec![seconds, micros]))
}
