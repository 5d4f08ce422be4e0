//! Copies a key with its value and expiry.
//!
//! ```text
//! COPY source destination [DB index] [REPLACE]
//! ```
//!
//! Replies 1 if it did; 0 without the source, or where the destination is there and
//! `REPLACE` is not. `DB` is the database of the destination.

use crate::DATABASES;
use crate::args::Args;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::keyspace::Expire;
use crate::value::Value;
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "COPY",
    group: Group::Generic,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::WRITE,
    since: "6.2.0",
    summary: "Copies a key with its value and expiry.",
    syntax: "COPY source destination [DB index] [REPLACE]",
    run: Run::Command(run),
};

struct Options {
    db: usize,
    replace: bool,
}

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let (key, new_key) = (call.args.next()?, call.args.next()?);
    let options = parse(&mut call.args, call.session.db)?;
    if options.db == call.session.db && key == new_key {
        return Err(CommandError::SameObject);
    }
    let mut source = call.keyspace();
    let Some(value) = source.lookup_key_read(key).map(Value::duplicate) else {
        return Ok(Reply::Integer(0));
    };
    let expire = source.expire_at_ms(key).map_or(Expire::Never, Expire::AtMs);
    let mut destination = call.database(options.db);
    if destination.lookup_key_write(new_key).is_some() && !options.replace {
        return Ok(Reply::Integer(0));
    }
    destination.set_key(&Blob::from(new_key), value, expire);
    destination.notify("copy_to", new_key);
    Ok(Reply::Integer(1))
}

fn parse(args: &mut Args<'_>, selected: usize) -> Result<Options, CommandError> {
    let mut options = Options { db: selected, replace: false };
    while !args.is_done() {
        if args.keyword("REPLACE") {
            options.replace = true;
        } else if args.keyword("DB") {
            // Without its index it is an unknown word.
            options.db = match args.is_done() {
                true => return Err(CommandError::Syntax),
                false => next_db(args)?,
            };
        } else {
            return Err(CommandError::Syntax);
        }
    }
    Ok(options)
}

/// The index of a database. MOVE reads its own with this.
pub(super) fn next_db(args: &mut Args<'_>) -> Result<usize, CommandError> {
    let index = usize::try_from(args.next_i32()?).ok();
    index.filter(|&index| index < DATABASES).ok_or(CommandError::DbIndexOutOfRange)
}
