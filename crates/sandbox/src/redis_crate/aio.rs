//! `redis::aio::ConnectionLike`.

use super::{answers, lost_error, unpack, value};
use crate::Connection;
use crate::connection::Sent;
use lockstep_resp::{Command, Reply};
use redis::aio::ConnectionLike;
use redis::{Cmd, Pipeline, RedisFuture, RedisResult, Value};
use std::future::poll_fn;
use std::task::Poll;

impl ConnectionLike for Connection {
    fn req_packed_command<'a>(&'a mut self, cmd: &'a Cmd) -> RedisFuture<'a, Value> {
        Box::pin(async move {
            let values = self.run_all(&cmd.get_packed_command()).await?;
            Ok(values.into_iter().next().unwrap_or(Value::Nil))
        })
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        pipeline: &'a Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        Box::pin(async move {
            let values = self.run_all(&pipeline.get_packed_pipeline()).await?;
            answers(values, offset, count)
        })
    }

    fn get_db(&self) -> i64 {
        self.db
    }
}

impl Connection {
    async fn run_all(&mut self, packed: &[u8]) -> RedisResult<Vec<Value>> {
        let mut values = Vec::new();
        for command in unpack(packed)? {
            let reply = self.run_later(&command).await?;
            self.note_select(&command, &reply);
            values.push(value(&reply)?);
        }
        Ok(values)
    }

    async fn run_later(&mut self, command: &Command) -> RedisResult<Reply> {
        let sent = self.transmit(&command.as_slices()).map_err(lost_error)?;
        if let Sent::Answered(reply) = sent {
            return Ok(reply);
        }
        let mut waiting = Waiting { connection: self, answered: false };
        let answer = poll_fn(|context| {
            loop {
                match waiting.connection.poll(context.waker()) {
                    Some(Reply::Push(_)) => {}
                    Some(reply) => return Poll::Ready(reply),
                    None => return Poll::Pending,
                }
            }
        });
        let reply = answer.await;
        waiting.answered = true;
        Ok(reply)
    }
}

/// A task that waits for an answer. If it is given up before, the answer is not
/// left for the next command.
struct Waiting<'a> {
    connection: &'a mut Connection,
    answered: bool,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if !self.answered {
            self.connection.forget_answer();
        }
    }
}
