//! `redis::ConnectionLike`.

use super::{answers, client_error, lost_error, unpack, value};
use crate::Connection;
use crate::connection::Sent;
use lockstep_resp::{Command, Reply};
use redis::{ConnectionLike, RedisResult, Value};

impl ConnectionLike for Connection {
    fn req_packed_command(&mut self, packed: &[u8]) -> RedisResult<Value> {
        match unpack(packed)?.as_slice() {
            [command] => self.run(command),
            _ => Err(client_error("expected exactly one command")),
        }
    }

    fn req_packed_commands(
        &mut self,
        packed: &[u8],
        offset: usize,
        count: usize,
    ) -> RedisResult<Vec<Value>> {
        let commands = unpack(packed)?;
        let values = commands.iter().map(|command| self.run(command));
        answers(values.collect::<RedisResult<_>>()?, offset, count)
    }

    fn get_db(&self) -> i64 {
        self.db
    }

    fn check_connection(&mut self) -> bool {
        self.try_call(["PING"]).is_ok_and(|reply| !reply.is_error())
    }

    fn is_open(&self) -> bool {
        Self::is_open(self)
    }
}

impl Connection {
    fn run(&mut self, command: &Command) -> RedisResult<Value> {
        let reply = match self.transmit(&command.as_slices()).map_err(lost_error)? {
            Sent::Answered(reply) => reply,
            Sent::Applied => self.answer(),
        };
        self.note_select(command, &reply);
        value(&reply)
    }

    /// The next thing to arrive that is an answer.
    fn answer(&mut self) -> Reply {
        loop {
            match self.wait() {
                Reply::Push(_) => {}
                reply => return reply,
            }
        }
    }
}
