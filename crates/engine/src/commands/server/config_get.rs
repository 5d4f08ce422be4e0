//! Tells how the server is configured.
//!
//! ```text
//! CONFIG GET parameter [parameter ...]
//! ```
//!
//! Replies a map of those parameters that a name or pattern fits. The engine has few
//! of Redis's: those that clients ask for, and that describe it. Nothing changes
//! them.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::glob;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "CONFIG GET",
    group: Group::Server,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::NOSCRIPT,
    since: "2.0.0",
    summary: "Tells how the server is configured.",
    syntax: "CONFIG GET parameter [parameter ...]",
    run: Run::Command(run),
};

/// The parameters in the order of names, with their values.
pub(super) const PARAMETERS: &[(&str, &str)] = &[
    ("appendonly", "no"),
    ("cluster-enabled", "no"),
    ("databases", "16"),
    ("maxmemory", "0"),
    ("maxmemory-policy", "noeviction"),
    ("notify-keyspace-events", ""),
    ("proto-max-bulk-len", "536870912"),
    ("requirepass", ""),
    ("save", ""),
    ("timeout", "0"),
];

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let mut found: Vec<(Reply, Reply)> = Vec::new();
    for word in call.args.rest() {
        let pattern = word.to_ascii_lowercase();
        let fits = |name: &str| glob::matches(&pattern, name.as_bytes());
        for (name, value) in PARAMETERS.iter().filter(|(name, _)| fits(name)) {
            // A name comes back as it was written, and each parameter once.
            let name = if name.as_bytes() == pattern { word } else { name.as_bytes() };
            let pair = (Reply::bulk(name), Reply::bulk(value));
            if !found.contains(&pair) {
                found.push(pair);
            }
        }
    }
    Ok(Reply::Map(found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DATABASES;

    #[test]
    fn the_parameters_are_sorted_and_tell_the_truth() {
        assert!(PARAMETERS.is_sorted());
        assert!(PARAMETERS.contains(&("databases", DATABASES.to_string().as_str())));
    }
}
