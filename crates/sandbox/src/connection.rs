//! A connection to a sandbox.

use crate::{Fault, Faults, Sandbox};
use lockstep_engine::ConnectionId;
use lockstep_resp::Reply;

/// A connection to a sandbox, with a database, a transaction and subscriptions
/// of its own. It closes when dropped.
#[derive(Debug)]
pub struct Connection {
    sandbox: Sandbox,
    id: ConnectionId,
    faults: Faults,
    open: bool,
    /// Answers that are still to come and that nobody waits for any more.
    forgotten: usize,
    /// What `SELECT` chose last through the `redis` crate.
    #[cfg(feature = "redis")]
    pub(crate) db: i64,
}

/// Why no answer came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Lost {
    /// Nothing came in time; the command may have been applied.
    #[error("no answer came in time; the command may have been applied")]
    TimedOut,
    /// The connection is broken.
    #[error("the connection is broken")]
    Disconnected,
}

/// What became of a command on its way.
pub(crate) enum Sent {
    /// It was applied; the answer is among what arrives.
    Applied,
    /// It was answered on its way.
    Answered(Reply),
}

impl Connection {
    pub(crate) fn new(sandbox: Sandbox, id: ConnectionId) -> Self {
        Self {
            sandbox,
            id,
            faults: Faults::default(),
            open: true,
            forgotten: 0,
            #[cfg(feature = "redis")]
            db: 0,
        }
    }

    /// The faults that await it: a handle to keep.
    pub fn faults(&self) -> Faults {
        self.faults.clone()
    }

    /// Whether it is open, as far as it knows: a [`Fault::Disconnect`] breaks it,
    /// and the first command after `QUIT` finds it closed.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Sends one command, its name first, and waits for its answer. A command
    /// that blocks waits until another thread moves the clock or writes its key;
    /// alone on a thread use [`Connection::send`] and [`Connection::receive`].
    ///
    /// # Panics
    ///
    /// If a fault takes the answer; [`Connection::try_call`] tells it instead.
    pub fn call<W: AsRef<[u8]>>(&mut self, words: impl IntoIterator<Item = W>) -> Reply {
        self.try_call(words).unwrap_or_else(|lost| panic!("{lost}"))
    }

    /// As [`Connection::call`].
    ///
    /// # Errors
    ///
    /// A fault took the answer.
    pub fn try_call<W: AsRef<[u8]>>(
        &mut self,
        words: impl IntoIterator<Item = W>,
    ) -> Result<Reply, Lost> {
        let words: Vec<W> = words.into_iter().collect();
        let words: Vec<&[u8]> = words.iter().map(AsRef::as_ref).collect();
        match self.transmit(&words)? {
            Sent::Answered(reply) => Ok(reply),
            Sent::Applied => Ok(self.wait()),
        }
    }

    /// Sends one command without waiting for anything.
    ///
    /// # Errors
    ///
    /// A fault took the command or its answer.
    pub fn send<W: AsRef<[u8]>>(&mut self, words: impl IntoIterator<Item = W>) -> Result<(), Lost> {
        let words: Vec<W> = words.into_iter().collect();
        let words: Vec<&[u8]> = words.iter().map(AsRef::as_ref).collect();
        if let Sent::Answered(reply) = self.transmit(&words)? {
            self.sandbox.put(self.id, reply);
        }
        Ok(())
    }

    /// What has arrived and was not taken yet, oldest first: answers to
    /// commands sent, messages of subscriptions. `None` if nothing has.
    pub fn receive(&mut self) -> Option<Reply> {
        loop {
            let reply = self.sandbox.take(self.id)?;
            if self.is_wanted(&reply) {
                return Some(reply);
            }
        }
    }

    /// Sends a command through the faults that await it.
    pub(crate) fn transmit(&mut self, words: &[&[u8]]) -> Result<Sent, Lost> {
        if !self.open {
            return Err(Lost::Disconnected);
        }
        let Some(&name) = words.first() else {
            // A server would say nothing, and the caller wait for ever.
            return Ok(Sent::Answered(Reply::error("ERR a command needs a name")));
        };
        match self.faults.met_by(name) {
            None => {}
            Some(Fault::DropRequest) => return Err(Lost::TimedOut),
            Some(Fault::DropReply) => {
                self.apply(words)?;
                self.forget_answer();
                return Err(Lost::TimedOut);
            }
            Some(Fault::Delay(delay)) => _ = self.sandbox.advance(delay),
            Some(Fault::Error(text)) => return Ok(Sent::Answered(Reply::error(text))),
            Some(Fault::Disconnect) => {
                self.open = false;
                self.sandbox.disconnect(self.id);
                return Err(Lost::Disconnected);
            }
        }
        self.apply(words)?;
        Ok(Sent::Applied)
    }

    fn apply(&mut self, words: &[&[u8]]) -> Result<(), Lost> {
        self.open = self.sandbox.submit(self.id, words);
        if self.open { Ok(()) } else { Err(Lost::Disconnected) }
    }

    /// The answer to the last command is lost for the client, not left for the
    /// next command.
    pub(crate) fn forget_answer(&mut self) {
        self.forgotten += 1;
    }

    /// The next answer or message, when it has arrived.
    pub(crate) fn wait(&mut self) -> Reply {
        loop {
            let reply = self.sandbox.wait(self.id);
            if self.is_wanted(&reply) {
                return reply;
            }
        }
    }

    /// The next answer or message if it has arrived; else the task is woken
    /// when it has.
    #[cfg(feature = "aio")]
    pub(crate) fn poll(&mut self, waker: &std::task::Waker) -> Option<Reply> {
        loop {
            let reply = self.sandbox.poll(self.id, waker)?;
            if self.is_wanted(&reply) {
                return Some(reply);
            }
        }
    }

    /// Whether somebody waits for what has arrived.
    fn is_wanted(&mut self, reply: &Reply) -> bool {
        let forgotten = self.forgotten > 0 && !matches!(reply, Reply::Push(_));
        self.forgotten -= usize::from(forgotten);
        !forgotten
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.sandbox.disconnect(self.id);
    }
}
