//! `redis::aio::ConnectionLike`.

use super::{answers, unpack, value};
use crate::Connection;
use crate::connection::Sent;
use lockstep_resp::Reply;
use redis::aio::ConnectionLike;
use redis::{Cmd, Pipeline, RedisFuture, RedisResult, Value};
use std::future::poll_fn;
use std::task::Poll;

impl ConnectionLike for Connection {
    fn req_packed_command<'a>(&'a mut self, cmd: &'a Cmd) -> RedisFuture<'a, Value> {
        Box::pin(async move {
            let values = self.run_later(&cmd.get_packed_command()).await?;
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
            let values = self.run_later(&pipeline.get_packed_pipeline()).await?;
            answers(values, offset, count)
        })
    }

    fn get_db(&self) -> i64 {
        self.db
    }
}

impl Connection {
    async fn run_later(&mut self, packed: &[u8]) -> RedisResult<Vec<Value>> {
        let commands = unpack(packed)?;
        let sent = self.send_all(&commands)?;
        let applied = sent.iter().filter(|sent| matches!(sent, Sent::Applied { .. })).count();
        let mut waiting = Waiting { connection: self, answers: applied };
        let mut values = Vec::new();
        for (command, sent) in commands.iter().zip(sent) {
            let reply = waiting.answer(sent).await;
            waiting.connection.note_select(command, &reply);
            values.push(value(&reply)?);
        }
        Ok(values)
    }
}

/// A task that waits for answers. Those that are still to come when it is given
/// up are not left for the next command.
struct Waiting<'a> {
    connection: &'a mut Connection,
    answers: usize,
}

impl Waiting<'_> {
    async fn answer(&mut self, sent: Sent) -> Reply {
        let behind = match sent {
            Sent::Answered(reply) => return reply,
            Sent::Applied { behind } => behind,
        };
        let connection = &mut *self.connection;
        let answer = poll_fn(|context| {
            connection.poll(behind, context.waker()).map_or(Poll::Pending, Poll::Ready)
        });
        let answer = answer.await;
        self.answers -= 1;
        answer
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        for _ in 0..self.answers {
            self.connection.forget_answer();
        }
    }
}
