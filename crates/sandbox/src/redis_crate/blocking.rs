//! `redis::ConnectionLike`.

use super::{answers, client_error, unpack, value};
use crate::Connection;
use lockstep_resp::Command;
use redis::{ConnectionLike, RedisResult, Value};

impl ConnectionLike for Connection {
    fn req_packed_command(&mut self, packed: &[u8]) -> RedisResult<Value> {
        let commands = unpack(packed)?;
        let [_] = commands.as_slice() else {
            return Err(client_error("expected exactly one command"));
        };
        Ok(self.run_all(&commands)?.into_iter().next().unwrap_or(Value::Nil))
    }

    fn req_packed_commands(
        &mut self,
        packed: &[u8],
        offset: usize,
        count: usize,
    ) -> RedisResult<Vec<Value>> {
        answers(self.run_all(&unpack(packed)?)?, offset, count)
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
    fn run_all(&mut self, commands: &[Command]) -> RedisResult<Vec<Value>> {
        let sent = self.send_all(commands)?;
        let values = commands.iter().zip(sent).map(|(command, sent)| {
            let reply = self.answer(sent);
            self.note_select(command, &reply);
            value(&reply)
        });
        values.collect()
    }
}
