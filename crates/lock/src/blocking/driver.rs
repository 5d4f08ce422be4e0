//! Runs an operation over a connection of the `redis` crate.

use super::Timer;
use crate::{Happened, Operation, Progress, Request};
use lockstep_resp::{Command, Reply};
use redis::{Cmd, ConnectionLike, RedisError, Value};
use std::collections::VecDeque;

/// Runs an operation to its end. Besides its outcome, answers the error on the
/// way to the server that cost an answer, if there was one.
///
/// # Panics
///
/// If the operation wants nothing and is not done, against the contract of
/// [`Operation`].
pub fn drive<O: Operation>(
    mut operation: O,
    connection: &mut impl ConnectionLike,
    timer: &mut impl Timer,
) -> (O::Outcome, Option<RedisError>) {
    let mut unsent: VecDeque<Request> = VecDeque::new();
    let mut resume = None;
    let mut lost = None;
    let mut happened = Happened::Started;
    loop {
        match operation.resume(timer.now_ms(), happened) {
            Progress::Done(outcome) => return (outcome, lost),
            Progress::Wants(wants) => {
                unsent.extend(wants.send);
                resume = wants.resume.or(resume);
            }
        }
        happened = if let Some(request) = unsent.pop_front() {
            send(&request, connection, &mut lost)
        } else if let Some(range) = resume.take() {
            let at_ms = timer.choose(range);
            timer.wait_until_ms(at_ms);
            Happened::DeadlineReached
        } else {
            panic!("the operation wants nothing and is not done: it would wait for ever")
        };
    }
}

fn send(
    request: &Request,
    connection: &mut impl ConnectionLike,
    lost: &mut Option<RedisError>,
) -> Happened {
    let id = request.id;
    match connection.req_command(&cmd(&request.command)).and_then(Value::extract_error) {
        Ok(value) => Happened::Replied { request: id, reply: reply(value) },
        Err(error) => match server_error(&error) {
            Some(reply) => Happened::Replied { request: id, reply },
            None => {
                *lost = Some(error);
                Happened::Lost { request: id }
            }
        },
    }
}

fn cmd(command: &Command) -> Cmd {
    let mut cmd = Cmd::new();
    for word in command.words() {
        cmd.arg(&**word);
    }
    cmd
}

/// What the server said, if it was the server who said it.
fn server_error(error: &RedisError) -> Option<Reply> {
    let code = error.code()?;
    let detail = error.detail().unwrap_or_default();
    Some(Reply::error(format!("{code} {detail}").trim_end()))
}

/// The reply that a value of the `redis` crate stands for, as far as locks
/// look at replies: maps and the like never come back to a lock.
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
