//! Sandbox connections as connections of the `redis` crate.

#[cfg(feature = "aio")]
mod aio;
mod blocking;
#[cfg(feature = "aio")]
mod multiplexed;

#[cfg(feature = "aio")]
pub use multiplexed::Multiplexed;

use crate::connection::Sent;
use crate::{Connection, Lost};
use lockstep_resp::codec::{decode_command, encode_reply};
use lockstep_resp::{Command, Protocol, Reply};
use redis::{ErrorKind, RedisError, RedisResult, Value, parse_redis_value};
use std::io;

/// The commands in the form in which the `redis` crate packs them.
fn unpack(mut packed: &[u8]) -> RedisResult<Vec<Command>> {
    let mut commands = Vec::new();
    while !packed.is_empty() {
        let decoded = decode_command(packed).map_err(|e| client_error(&e.to_string()))?;
        let (command, used) = decoded.ok_or_else(|| client_error("a command is cut off"))?;
        packed = &packed[used..];
        commands.push(command);
    }
    Ok(commands)
}

/// The answers to a pipeline, without the first `offset` of them. As with a
/// real connection, an error among those means that the transaction failed,
/// whatever `EXEC` has to say.
fn answers(mut values: Vec<Value>, offset: usize, count: usize) -> RedisResult<Vec<Value>> {
    let answers = values.split_off(offset.min(values.len()));
    let refused = |value: &&Value| matches!(value, Value::ServerError(_));
    let Some(first) = values.iter().find(refused) else {
        return Ok(answers.into_iter().take(count).collect());
    };
    match answers.iter().find(refused).unwrap_or(first) {
        Value::ServerError(error) => Err(error.clone().into()),
        _ => Ok(answers),
    }
}

/// The reply as the `redis` crate reads it from the wire.
fn value(reply: &Reply) -> RedisResult<Value> {
    let mut bytes = Vec::new();
    encode_reply(reply, Protocol::Resp3, &mut bytes);
    parse_redis_value(&bytes)
}

fn client_error(problem: &str) -> RedisError {
    RedisError::from((ErrorKind::Client, "sandbox connection", problem.to_owned()))
}

/// A lost answer is what the `redis` crate would have seen on a socket.
fn lost_error(lost: Lost) -> RedisError {
    let kind = match lost {
        Lost::TimedOut => io::ErrorKind::TimedOut,
        Lost::Disconnected => io::ErrorKind::ConnectionReset,
    };
    io::Error::new(kind, lost).into()
}

impl Connection {
    /// Sends commands as one request.
    fn send_all(&mut self, commands: &[Command]) -> RedisResult<Vec<Sent>> {
        let words: Vec<_> = commands.iter().map(Command::as_slices).collect();
        let words: Vec<_> = words.iter().map(Vec::as_slice).collect();
        self.transmit_all(&words).map_err(lost_error)
    }

    /// Remembers what `SELECT` chose, which the `redis` crate asks for.
    fn note_select(&mut self, command: &Command, reply: &Reply) {
        if command.name().eq_ignore_ascii_case(b"SELECT") && !reply.is_error() {
            let db = command.args().first().and_then(|db| std::str::from_utf8(db).ok());
            self.db = db.and_then(|db| db.parse().ok()).unwrap_or(self.db);
        }
    }
}
