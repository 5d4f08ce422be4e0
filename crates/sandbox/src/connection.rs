//! A connection to a sandbox.

use crate::{Fault, Faults, Sandbox};
use lockstep_engine::ConnectionId;
use lockstep_resp::Reply;
use std::slice;

/// A connection to a sandbox, with a database, a transaction and subscriptions
/// of its own. It closes when dropped.
#[derive(Debug)]
pub struct Connection {
    sandbox: Sandbox,
    id: ConnectionId,
    faults: Faults,
    open: bool,
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
    /// It was applied; its answer is the next one behind so many replies that
    /// had arrived before and were not taken.
    Applied { behind: usize },
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

    /// Sends one command, its name first, and waits for its answer. What has
    /// arrived before, such as messages, stays for [`Connection::receive`]. A
    /// command that blocks waits until another thread moves the clock or writes
    /// its key; alone on a thread use [`Connection::send`] and `receive`.
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
        let sent = self.transmit(&words)?;
        Ok(self.answer(sent))
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
        self.sandbox.take(self.id)
    }

    /// Sends a command through the faults that await it.
    fn transmit(&mut self, words: &[&[u8]]) -> Result<Sent, Lost> {
        let sent = self.transmit_all(slice::from_ref(&words))?;
        // One command, one answer.
        Ok(sent.into_iter().next().unwrap_or_else(nameless))
    }

    /// Sends commands through the faults that await them. They are one request:
    /// what is lost, late or broken off is so for all of them.
    pub(crate) fn transmit_all(&mut self, commands: &[&[&[u8]]]) -> Result<Vec<Sent>, Lost> {
        if !self.open {
            return Err(Lost::Disconnected);
        }
        let fault = |words: &&[&[u8]]| self.faults.met_by(words.first()?);
        let faults: Vec<Option<Fault>> = commands.iter().map(fault).collect();
        let met = |fault: Fault| faults.iter().flatten().any(|other| *other == fault);
        if met(Fault::Disconnect) {
            self.open = false;
            self.sandbox.disconnect(self.id);
            return Err(Lost::Disconnected);
        }
        if met(Fault::DropRequest) {
            return Err(Lost::TimedOut);
        }
        for fault in faults.iter().flatten() {
            if let Fault::Delay(delay) = fault {
                self.sandbox.delay(*delay);
            }
        }
        let behind = self.sandbox.arrived(self.id);
        let no_reply = met(Fault::DropReply);
        let mut sent = Vec::new();
        for (words, fault) in commands.iter().zip(faults) {
            sent.push(self.apply(words, fault, behind)?);
        }
        if no_reply {
            self.forget(behind, &sent);
            return Err(Lost::TimedOut);
        }
        Ok(sent)
    }

    fn apply(
        &mut self,
        words: &[&[u8]],
        fault: Option<Fault>,
        behind: usize,
    ) -> Result<Sent, Lost> {
        let Some(&name) = words.first() else { return Ok(nameless()) };
        if let Some(Fault::Error(text)) = fault {
            self.sandbox.refuse(self.id, name);
            return Ok(Sent::Answered(Reply::error(text)));
        }
        self.open = self.sandbox.submit(self.id, words);
        if self.open { Ok(Sent::Applied { behind }) } else { Err(Lost::Disconnected) }
    }

    /// What has been answered is lost, and so are the answers still to come.
    fn forget(&mut self, behind: usize, sent: &[Sent]) {
        for sent in sent {
            if let Sent::Applied { .. } = sent
                && self.sandbox.take_answer(self.id, behind).is_none()
            {
                self.forget_answer();
            }
        }
    }

    /// An answer that is still to come is lost for the client, not left for the
    /// next command.
    pub(crate) fn forget_answer(&mut self) {
        self.sandbox.forget_answer(self.id);
    }

    /// The answer, when it has arrived.
    pub(crate) fn answer(&mut self, sent: Sent) -> Reply {
        match sent {
            Sent::Answered(reply) => reply,
            Sent::Applied { behind } => self.sandbox.wait(self.id, behind),
        }
    }

    /// The answer to a command that was applied, if it has arrived; else the
    /// task is woken when it has.
    #[cfg(feature = "aio")]
    pub(crate) fn poll(&mut self, behind: usize, waker: &std::task::Waker) -> Option<Reply> {
        self.sandbox.poll(self.id, behind, waker)
    }
}

/// A server would say nothing to it, and the caller wait for ever.
fn nameless() -> Sent {
    Sent::Answered(Reply::error("ERR a command needs a name"))
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.sandbox.disconnect(self.id);
    }
}
