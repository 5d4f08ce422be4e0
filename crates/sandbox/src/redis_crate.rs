//! Sandbox connections as the `redis` crate's blocking connections.

use crate::Connection;
use lockstep_resp::codec::{Protocol, decode_command, encode_reply};
use redis::{ConnectionLike, ErrorKind, RedisError, RedisResult, Value, parse_redis_value};

/// `MULTI` and subscriptions are as far along as the engine's commands are.
impl ConnectionLike for Connection {
    fn req_packed_command(&mut self, packed: &[u8]) -> RedisResult<Value> {
        let mut values = self.run(packed)?;
        match (values.pop(), values.is_empty()) {
            (Some(value), true) => value.extract_error(),
            _ => Err(client_error("expected exactly one command")),
        }
    }

    fn req_packed_commands(
        &mut self,
        packed: &[u8],
        offset: usize,
        count: usize,
    ) -> RedisResult<Vec<Value>> {
        let values = self.run(packed)?;
        Ok(values.into_iter().skip(offset).take(count).collect())
    }

    fn get_db(&self) -> i64 {
        self.db
    }

    fn check_connection(&mut self) -> bool {
        !self.call(["PING"]).is_error()
    }

    fn is_open(&self) -> bool {
        true
    }
}

impl Connection {
    /// Runs packed commands one after the other.
    fn run(&mut self, mut packed: &[u8]) -> RedisResult<Vec<Value>> {
        let mut values = Vec::new();
        while !packed.is_empty() {
            let decoded = decode_command(packed).map_err(|e| client_error(&e.to_string()))?;
            let (command, used) = decoded.ok_or_else(|| client_error("a command is cut off"))?;
            packed = &packed[used..];
            let reply = self.call(command.words());
            if command.name().eq_ignore_ascii_case(b"SELECT") && !reply.is_error() {
                let db = command.args().first().and_then(|db| std::str::from_utf8(db).ok());
                self.db = db.and_then(|db| db.parse().ok()).unwrap_or(self.db);
            }
            let mut bytes = Vec::new();
            encode_reply(&reply, Protocol::Resp2, &mut bytes);
            values.push(parse_redis_value(&bytes)?);
        }
        Ok(values)
    }
}

fn client_error(problem: &str) -> RedisError {
    RedisError::from((ErrorKind::Client, "sandbox connection", problem.to_owned()))
}
