//! Tells how long nobody has looked at a key.
//!
//! ```text
//! OBJECT IDLETIME key
//! ```
//!
//! Replies the seconds since a command last looked at the value, nil without the key.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "OBJECT IDLETIME",
    group: Group::Generic,
    arity: Arity::Exactly(3),
    flags: CommandFlags::READONLY,
    since: "2.2.3",
    summary: "Tells how long nobody has looked at a key.",
    syntax: "OBJECT IDLETIME key",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    Ok(call.keyspace().idle_s(key).map_or(Reply::Nil, Reply::Integer))
}

/// The real server on a standing clock always answers 0, so no transcript shows
/// these.
#[cfg(test)]
mod tests {
    use crate::{Output, ScriptHost, State};
    use lockstep_resp::{Command, Reply};

    #[test]
    fn it_counts_from_the_last_command_that_looked_at_the_value() {
        let (host, mut state, mut output) =
            (ScriptHost::new(), State::default(), Output::default());
        let connection = state.connect();
        let mut send = |now_ms: i64, line: &str| {
            let command = Command::parse(line).unwrap();
            state.submit(&host, connection, &command.as_slices(), now_ms, &mut output);
            output.messages.pop().map(|message| message.reply)
        };
        send(1_000, "SET a alice");
        for looks_elsewhere in ["EXISTS a", "TYPE a", "TTL a", "OBJECT ENCODING a"] {
            send(9_000, looks_elsewhere);
        }
        assert_eq!(send(11_000, "OBJECT IDLETIME a"), Some(Reply::Integer(10)));
        for looks in ["GET a", "TOUCH a", "APPEND a b", "EXPIRE a 100", "SET a b"] {
            send(20_000, "SET a alice");
            send(30_999, looks);
            assert_eq!(send(33_000, "OBJECT IDLETIME a"), Some(Reply::Integer(3)), "{looks}");
        }
        send(40_000, "RENAME a b");
        assert_eq!(send(41_000, "OBJECT IDLETIME b"), Some(Reply::Integer(1)));
    }
}
