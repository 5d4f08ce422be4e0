//! Between the `redis` crate's words and ours.

use lockstep_resp::{Command, Reply};
use redis::{Cmd, RedisError, RedisResult, Value};

/// The command in the crate's form.
pub(crate) fn cmd(command: &Command) -> Cmd {
    let words = command.words();
    let mut cmd = Cmd::with_capacity(words.len(), words.iter().map(|word| word.len()).sum());
    for word in words {
        cmd.arg(&**word);
    }
    cmd
}

/// What the server said, or the error that cost its answer.
pub(crate) fn answer(result: RedisResult<Value>) -> Result<Reply, RedisError> {
    match result.and_then(Value::extract_error) {
        Ok(value) => Ok(reply(value)),
        Err(error) => server_error(&error).ok_or(error),
    }
}

/// What the server said, if it was the server who said it.
fn server_error(error: &RedisError) -> Option<Reply> {
    let code = error.code()?;
    let detail = error.detail().unwrap_or_default();
    Some(Reply::error(format!("{code} {detail}").trim_end()))
}

/// The reply that a value of the crate stands for, as far as locks look at
/// replies: maps and the like never come back to a lock.
fn reply(value: Value) -> Reply {
    match value {
        Value::Nil => Reply::Nil,
        Value::Int(n) => Reply::Integer(n),
        Value::BulkString(bytes) => Reply::bulk(bytes),
        Value::Okay => Reply::OK,
        Value::SimpleString(text) => Reply::Simple(text.into()),
        Value::Boolean(b) => Reply::Boolean(b),
        Value::Array(values) => Reply::Array(values.into_iter().map(reply).collect()),
        other => Reply::bulk(format!("{other:?}")),
    }
}
