//! Commands that wait: for a key, for time.

use crate::call::{Call, Caller};
use crate::connection::Blocked;
use crate::keyspace::Keyspace;
use crate::{ConnectionId, Message, Output, ScriptHost, State};
use lockstep_resp::{Blob, Command, Reply};
use std::collections::VecDeque;

impl Call<'_> {
    /// Makes the connection wait: until one of `keys` is written and the
    /// command, tried again, has an answer, or until `deadline_ms` is over.
    /// Where nobody may wait, inside `EXEC` and scripts, it answers
    /// `on_timeout` at once.
    pub(crate) fn block(
        &mut self,
        keys: &[&[u8]],
        deadline_ms: Option<i64>,
        on_timeout: Reply,
    ) -> Option<Reply> {
        match self.caller {
            Caller::Exec | Caller::Script => Some(on_timeout),
            // It is waiting already, and goes on.
            Caller::Unblocked => None,
            Caller::Client => {
                let connection = self.state.connections.get_mut(&self.connection)?;
                let blocked = Blocked {
                    command: Command::new(self.args.words()),
                    db: self.session.db,
                    keys: keys.iter().map(|&key| Blob::from(key)).collect(),
                    deadline_ms,
                    on_timeout,
                    wait: None,
                };
                self.state.blocked.push(self.connection, &blocked);
                connection.blocked = Some(blocked);
                None
            }
        }
    }
}

impl State {
    /// Answers the blocked commands whose keys have come, those included that
    /// this brings in turn. Then comes what they and the `unblocked` sent while
    /// they were blocked, which may bring keys itself.
    pub(crate) fn serve_blocked(
        &mut self,
        host: &ScriptHost,
        now_ms: i64,
        mut unblocked: VecDeque<ConnectionId>,
        output: &mut Output,
    ) {
        loop {
            while let Some((key, waiting)) = self.blocked.next_ready() {
                for connection in waiting {
                    if self.retry(host, connection, &key, now_ms, output) {
                        unblocked.push_back(connection);
                    }
                }
            }
            let Some(&connection) = unblocked.front() else { return };
            if !self.run_from_backlog(host, connection, now_ms, output) {
                unblocked.pop_front();
            }
        }
    }

    /// Notes the keys of database `db`, which `SWAPDB` has filled, that somebody
    /// waits for.
    pub(crate) fn note_swapped_in(&mut self, db: usize) {
        for key in self.blocked.keys(db) {
            if let Some(value) = self.databases.get(db).and_then(|db| db.value(&key)) {
                self.blocked.note(db, &key, value);
            }
        }
    }

    /// Tries a blocked command again for a key that has come; answers whether it
    /// has an answer now.
    fn retry(
        &mut self,
        host: &ScriptHost,
        connection: ConnectionId,
        key: &Blob,
        now_ms: i64,
        output: &mut Output,
    ) -> bool {
        let open = self.connections.get(&connection);
        let Some(blocked) = open.and_then(|open| open.blocked.as_ref()) else { return false };
        let command = blocked.command.clone();
        self.blocked.came = Some(key.clone());
        let words = command.as_slices();
        let answered = self.execute(host, connection, Caller::Unblocked, &words, now_ms, output);
        self.blocked.came = None;
        answered
    }

    /// Answers the commands whose time is over at `now_ms`.
    pub(crate) fn time_out(&mut self, host: &ScriptHost, now_ms: i64, output: &mut Output) {
        let mut unblocked = VecDeque::new();
        for connection in self.blocked.over(now_ms) {
            let Some(open) = self.connections.get_mut(&connection) else { continue };
            let Some(blocked) = open.blocked.take() else { continue };
            self.blocked.remove(connection, &blocked);
            open.shrink();
            let reply = blocked.on_timeout.seen_by(open.session.protocol);
            output.messages.push(Message { connection, reply });
            unblocked.push_back(connection);
        }
        self.serve_blocked(host, now_ms, unblocked, output);
    }

    /// Runs the next command that a connection sent while it was blocked; answers
    /// whether there was one, and the connection is not blocked again.
    fn run_from_backlog(
        &mut self,
        host: &ScriptHost,
        connection: ConnectionId,
        now_ms: i64,
        output: &mut Output,
    ) -> bool {
        let open = self.connections.get_mut(&connection);
        let open = open.filter(|open| open.blocked.is_none());
        let Some(command) = open.and_then(|open| open.backlog.pop_front()) else { return false };
        self.execute(host, connection, Caller::Client, &command.as_slices(), now_ms, output);
        true
    }

    pub(crate) fn expire_due(&mut self, now_ms: i64, output: &mut Output) {
        for (index, db) in self.databases.iter_mut() {
            let waiting = &mut self.blocked;
            Keyspace::new(db, index, now_ms, &mut output.events, waiting).expire_due();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Connections that have sent something each, with what was answered.
    struct Server(ScriptHost, State, Output);

    impl Server {
        fn new() -> Self {
            Self(ScriptHost::new(), State::default(), Output::default())
        }

        fn send(&mut self, connection: ConnectionId, line: &str, now_ms: i64) -> Vec<String> {
            let Self(host, state, output) = self;
            let command = Command::parse(line).unwrap();
            state.submit(host, connection, &command.as_slices(), now_ms, output);
            let told = |m: Message| format!("{}: {}", m.connection.0, m.reply);
            output.messages.drain(..).map(told).collect()
        }
    }

    const NOTHING: [&str; 0] = [];

    #[test]
    fn who_has_left_is_not_served() {
        let mut server = Server::new();
        let [a, b, c] = [(); 3].map(|()| server.1.connect());
        assert_eq!(server.send(a, "BLPOP one queue 0", 0), NOTHING);
        assert_eq!(server.send(a, "RPUSH queue never", 0), NOTHING);
        assert_eq!(server.send(b, "BLPOP queue 5", 0), NOTHING);
        server.1.disconnect(a);
        let served = ["3: (integer) 1", "2: 1) \"queue\"\n2) \"x\""];
        assert_eq!(server.send(c, "RPUSH queue x", 0), served);
        server.1.disconnect(b);
        assert_eq!((server.1.blocked.clone(), server.1.next_deadline_ms()), Default::default());
    }

    #[test]
    fn who_has_waited_long_enough_is_not_served_by_what_comes_later() {
        let mut server = Server::new();
        let [a, b] = [(); 2].map(|()| server.1.connect());
        assert_eq!(server.send(a, "BLPOP queue 1", 0), NOTHING);
        assert_eq!(server.send(b, "PING", 1_000), ["2: PONG"]);
        assert_eq!(server.send(b, "RPUSH queue x", 1_001), ["1: (nil)", "2: (integer) 1"]);
    }
}
