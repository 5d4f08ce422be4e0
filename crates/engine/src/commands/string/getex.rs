//! Reads the string at a key and changes the key's expiry if asked.
//!
//! ```text
//! GETEX key [EX seconds | PX milliseconds | EXAT unix-time-seconds |
//!     PXAT unix-time-milliseconds | PERSIST]
//! ```
//!
//! Replies the string, nil without the key. Without an option it is `GET`; a time that
//! is not after the present deletes the key at once, `PERSIST` takes its expiry away.

use super::get;
use super::set::{self, Purpose};
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::keyspace::Expire;
use lockstep_resp::Reply;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "GETEX",
    group: Group::String,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "6.2.0",
    summary: "Reads the string at a key and changes the key's expiry if asked.",
    syntax: "GETEX key [EX seconds | PX milliseconds | EXAT unix-time-seconds | \
             PXAT unix-time-milliseconds | PERSIST]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let options = set::parse(&mut call.args, Purpose::Get, call.state.version)?;
    let string = get::apply(call, key)?;
    let now_ms = call.now_ms;
    // What was asked for is looked at only where there is a string.
    let Some(lifetime) = options.lifetime.filter(|_| !string.is_nil()) else {
        return Ok(string);
    };
    let expire = lifetime.expire(options.amount, now_ms, "getex")?;
    let mut keyspace = call.keyspace();
    match expire {
        Expire::AtMs(at_ms) if at_ms <= now_ms => {
            keyspace.delete(key);
            keyspace.notify("del", key);
        }
        Expire::AtMs(at_ms) => {
            keyspace.set_expire(key, Some(at_ms));
            keyspace.notify("expire", key);
        }
        Expire::Never if keyspace.expire_at_ms(key).is_some() => {
            keyspace.set_expire(key, None);
            keyspace.notify("persist", key);
        }
        Expire::Never | Expire::Keep => {}
    }
    Ok(string)
}
