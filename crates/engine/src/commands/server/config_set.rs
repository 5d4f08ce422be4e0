//! Would change how the server is configured.
//!
//! ```text
//! CONFIG SET parameter value [parameter value ...]
//! ```
//!
//! Replies `OK` where each parameter has that value already. The configuration is
//! fixed, so anything else is refused, with the text that Redis has for parameters
//! that are fixed there.

use super::config_get::PARAMETERS;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "CONFIG SET",
    group: Group::Server,
    arity: Arity::AtLeast(4),
    flags: CommandFlags::NOSCRIPT,
    since: "2.0.0",
    summary: "Would change how the server is configured.",
    syntax: "CONFIG SET parameter value [parameter value ...]",
    run: Run::Command(run),
};

/// Redis refuses to set these at all.
const IMMUTABLE: &[&str] = &["cluster-enabled", "databases"];

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (pairs, odd) = call.args.rest().as_chunks::<2>();
    if !odd.is_empty() {
        return Err(CommandError::Syntax);
    }
    let mut chosen = Vec::new();
    for &[parameter, value] in pairs {
        let is_named = |(name, _): &&(&str, &str)| parameter.eq_ignore_ascii_case(name.as_bytes());
        let &(name, current) = PARAMETERS
            .iter()
            .find(is_named)
            .ok_or_else(|| CommandError::unknown_parameter(parameter))?;
        if IMMUTABLE.contains(&name) {
            return Err(CommandError::parameter_refused(parameter, "can't set immutable config"));
        }
        if chosen.iter().any(|&(_, other, _, _)| other == name) {
            return Err(CommandError::parameter_refused(parameter, "duplicate parameter"));
        }
        chosen.push((parameter, name, current, value));
    }
    let change = chosen
        .iter()
        .find(|(_, _, current, value)| !value.eq_ignore_ascii_case(current.as_bytes()));
    match change {
        Some((parameter, ..)) => {
            Err(CommandError::parameter_refused(parameter, "can't set immutable config"))
        }
        None => Ok(Reply::OK),
    }
}
